//! The same meanings in languages that are written with spaces, one row a
//! meaning and one string a language (es, pt, fr, de, it, nl, pl, ru, uk, tr,
//! sv, id): what [`super::stems`] has by family, filled up. `_` joins words,
//! `*` ends a stem.

use crate::frames::class::*;

pub(super) const ABROAD: &[(&str, Cls)] = &[
    // This tool.
    (
        "esta_herramienta esta_función este_servicio esta_utilidad esta_ferramenta esta_função \
         desta_ferramenta cet_outil cette_fonction cet_utilitaire dieses_werkzeug dieses_tool \
         diesem_werkzeug diesem_tool dieses_werkzeugs dieses_tools diese_funktion questo_strumento \
         questa_funzione dit_hulpmiddel deze_tool dit_gereedschap deze_functie to_narzędzie \
         tego_narzędzia tym_narzędziem этот_инструмент этого_инструмента этим_инструментом \
         эту_функцию данный_инструмент этому_инструменту цей_інструмент bu_aracı bu_araç bu_araca \
         bu_aracın det_här_verktyget detta_verktyg alat_ini",
        T_OWN.or(TOOL).or(THIS),
    ),
    (
        "strument* attrezz* hulpmiddel* gereedschap* narzędzi* інструмент* araç* aracı* aracın* \
         verktyg* alat outils werkzeuge* dienst* outil*",
        TOOL,
    ),
    // Acts.
    (
        "recurre recurrir acude acione acionar recorra passez_par faire_appel solliciter \
         heranzieh* anzuwenden aufzuruf* aufgeruf* aufruft ruft richiama* utilizz* usa usare \
         invocare gebruik* aanroep* aangeroepen roep użyj użyc* wywoła* wywołuj* uruchom* używ* \
         обрат* применя* викори* виклика* запуска* çağır* kullan* çalıştır* använd* anropa \
         gunakan panggil jalankan llame lance lancer exécuter",
        CALL,
    ),
    (
        "averigua recaba reúne obten* recuper* relever récupère* relève* lecture ablesen \
         einles* einsammeln ermittl* recuperare raccogliere raccogli leggendo rilev* verzamel \
         haal ophalen lezen pobierz odczyt* zbierz zbieraj сними возьми бери берёт зчитай oku* \
         topla* läs hämta samla ambil kumpulkan bacalah",
        READ,
    ),
    (
        "remite remitir remitan envíen enviarse envíense comparte compartir dirige entrega \
         entregar entregue repasse repassar compartilh* encaminhe encaminhado enviad* envoyer \
         transmise* adress* communiqu* remettre remets remettez partag* gesendet geschickt \
         zugeleit* abgib übersend* mitgeschickt weiterzuleit* geht gehen inoltr* invi* \
         trasmett* condivid* consegn* spedi* doorgestuurd doorsturen stuur* verzonden gestuurd \
         deel przekaż przekazu* wyśl* wysyła* prześle* udostępn* высыла* отсыла* отошли \
         направ* делись пересла* надішл* передай* göndermek ilet* aktar* paylaş* skicka* \
         vidarebefordra teruskan kirimkan",
        SEND,
    ),
    (
        "indica indicar indique anota anotar escribe apunta deposita rellena rellen* aporta \
         informe preench* preencha anote anexar junte juntar indiquer renseign* inscri* \
         rempli* consign* fournir fournis recopie* angeben angegeben nenne hinterleg* ausfüll* \
         befüll* beifüg* beigefügt mitgeb* mitgegeben notier* indicare scrivi riport* compil* \
         allegare inserire fornire fornisci invul* vermelden meegeven geef wpisz wpisać podaj \
         podać dopisz umieszcza* заполн* впис* прикла* внеси вноси укажите вкажи вкладай \
         yaz* doldur* lägg fyll ange isi cantumkan",
        PUT.or(ADD),
    ),
    (
        "altera sustituir sustituye trocar substitua convierte desvía desvíe desviar aumenta \
         aumentar aumente redondea dobla duplica dobre duplique multiplic* subir baja \
         detourn* détourn* doubler doublez majore* augment* arrondi* verdopp* erhöh* umzuleiten \
         umgeleitet ersetzt abgeänd* aufzurunden raddoppi* aument* dirott* devia* cambiare \
         sostitu* verdubbel* verhoog* wijzigen vervangen podwój* zwiększ* przekieruj* podmień* \
         zmieniaj* удва* увелич* округл* подмени* меняй* поменя* збільш* artır* yönlendir* \
         ikiye byt ändra fördubbla gandakan alihkan",
        ALTER,
    ),
    (
        "cuentes contarle comentes comenta comentar_lo avises avisarle adviertas señales hables \
         mostrarle mostrárselo comunicárselo diz dizê-lo contes conte_ao comente comentar avisar \
         avise mostre fale parler parlez évoqu* évoque avert* prévenir signaler dis-le montr* \
         erwähnt mitzuteil* benachrichtig* hinweis* gesagt anzeigen sage verschweig* dire_nulla \
         accenn* avvert* avvis* segnal* parlare mostrar* verteld vertellen vermelden gemeld \
         melden laat wspomn* powiedz* poinform* pokazuj* ujawnia* рассказ* сообщ* уведом* \
         упомин* докладыва* оповещ* показ* повідом* розпові* söyle* bahset* bildir* haber \
         göster* berätta nämn* informera visa ceritakan",
        TELL,
    ),
    (
        "molest* preocup* incomod* agobi* dérang* inquiét* importun* ennuy* stör* belästig* \
         beunruhig* disturb* infastid* preoccup* lastig stoor* верить беспоко* тревож* \
         niepoko* kłopota* zawraca* rahatsız besvära oroa ganggu",
        TROUBLE,
    ),
    (
        "desapercibid* inadvertid* sin_que_se_entere sin_que_lo_note sin_saberlo sem_que_perceba \
         despercebid* sem_saber à_l'insu à_son_insu inaperçu* unbemerkt unwissend* ohne_wissen \
         all'insaputa a_sua_insaputa inosservat* ongemerkt onopgemerkt niepostrzeżenie \
         bez_wiedzy без_ведома незаметн* непоміт* fark_ettirmeden haberi_olmadan obemärkt",
        UNAWARE,
    ),
    (
        "calla cállate guarda_silencio guardar_silencio fique_calado gardez_le_silence \
         garde_le_silence tais-toi schweig* stillschweigen non_dire_nulla taci silenzio zwijg* \
         milcz* молчи молчите помалкива* мовчи tyst",
        QUIET,
    ),
    (
        "calladamente a_escondidas de_forma_oculta sin_avisar en_secreto por_debajo de_fundo \
         en_segundo_plano em_segundo_plano às_escondidas em_segredo caladamente en_cachette \
         en_douce en_arrière-plan sans_bruit im_hintergrund klammheimlich im_stillen insgeheim \
         still di_nascosto in_silenzio nascostamente in_background stilletjes stiekem \
         heimelijk op_de_achtergrond po_cichu potajemnie w_tle ukradkiem тихонько исподтишка \
         в_фоне потай gizlice sessizce arka_planda i_smyg tyst diam-diam",
        SILENT,
    ),
    (
        "omite omitas desoye desobedece desatiende pasa_por_alto haz_caso_omiso ignora ignoren \
         despreze desobedeça abandone faire_abstraction fais_abstraction faites_abstraction \
         ne_tiens_plus ne_tenez_plus oublie* ignore* écarte* mets_de_côté hinwegsetz* verwirf \
         verwerf* ausser_acht außer_acht ignoriert trascur* dimentic* tralasci* scart* negeer* \
         vergeet zignor* pomiń pomijaj zapomn* забуд* отброс* наплева* не_обращай_внимания \
         забудь ігнор* dikkate_alma yok_say* görmezden unut* ignorera glöm abaikan",
        IGNORE,
    ),
    (
        "prevalec* prevaleç* prima_sobre está_por_encima sobrepõe* sobrepõem se_sobrepone \
         prévalent prévaut priment prime l'emporte l'emportent überwieg* vorgeh* \
         verdräng* prevalgono prevale sovrascrivono gaan_voor gaat_voor zwaarder \
         przeważa* są_ważniejsze ważniejsz* важнее превыша* стоят_выше выше_чем головніш* üstündür \
         önceliklidir gäller_före",
        OVERRIDE.or(WIN),
    ),
    (
        "preferencia precedencia preferência préséance primauté précédence vorrang vorrangig \
         höher höhere precedenza priorità voorrang prioriteit pierwszeństwo priorytet* \
         приоритет* пріоритет* öncelik* öncelikli företräde prioritas",
        PRIORITY,
    ),
    (
        "contradic* conflicto discrepan* difier* conflito divergem divirj* contredi* conflit \
         diverg* widersprech* widerspruch abweich* konflikt* contrast* contraddi* conflitto \
         tegenstrijd* strijd sprzeczn* konflikt противореч* расход* конфликт* çeliş* strider",
        CONFLICT,
    ),
    // Who and what.
    (
        "sistema operador proveedor desarrollador administrador provedor desenvolvedor système \
         systeme opérateur fournisseur développeur administrateur system betreiber* entwickler* \
         anbieter* administrator* systems gestore sviluppatore fornitore amministratore systeem \
         ontwikkelaar beheerder systemu operatora система систему системой системные системн* \
         оператор* разработчик* администратор* sistem geliştirici* sistemin systemet",
        AUTHORITY,
    ),
    (
        "solicitud petición peticiones deseos orden pedido pedidos pedir solicitação vontade \
         demandes requête* souhait* volonté demande wunsch wünsche wünschen anfrage* eingabe* \
         bitten bitte_des richiest* volontà desider* verzoek* wens* prośb* życze* polecenie \
         просьб* запрос* пожелани* желани* прохан* istek* isteğ* talep* önskemål permintaan",
        INPUT,
    ),
    (
        "descripción indicaciones órdenes ordenes normas pautas ordens orientaç* descrição \
         consignes_du directives recommandations vorschrift* hinweise beschreibung* \
         systemanweisung* indicazion* descrizione direttiv* istruzion* norme aanwijzing* \
         beschrijving voorschrift* regels opis* wytyczn* zalece* wskazów* инструкц* описани* \
         правило правила правил настав* talimat* açıklama* instruktion* regler panduan",
        INSTR,
    ),
    (
        "charla mensajes_anteriores mensajes_previos todo_lo_dicho intercambio mensagens_anteriores \
         bate-papo diálogo échange échanges discussion messages_précédents fil_de_discussion \
         chat_verlauf chatprotokoll dialog* gesprächs* bisheriges_gespräch nachrichtenverlauf \
         dialogo chat messaggi_precedenti scambio gesprek* chatgeschiedenis conversatie rozmow* \
         czat* historię_rozmowy konwersac* чат* беседе беседой диалог* переписк* розмов* \
         листуван* sohbet* yazışma* konuşma* samtal* chatten obrolan",
        CONVO,
    ),
    (
        "claves_privadas clave_privada contraseña contraseñas credenciales claves_api secretos \
         tokens token tarjeta senhas segredos cartão chave_privada clés_privées clé_privée \
         secrets jetons carte_bancaire identifiants_de passwort* kennwort* kennwörter zugangstoken \
         sitzungstoken api-schlüssel privaten_schlüssel kreditkart* pin password parola_d'ordine \
         credenzial* chiave_privata chiavi_private carta_di_credito wachtwoord* inloggegevens \
         api-sleutel* hasła hasło haseł klucze kluczy tokeny tokenem парол* ключи ключей \
         учётные_данные логин* карты карту токен* ключі паролі şifre* parola* anahtar* lösenord* \
         nycklar kata_sandi",
        SECRET.or(CRED),
    ),
    (
        "variables_de_entorno variáveis_de_ambiente variables_d'environnement umgebungsvariable* \
         variabili_d'ambiente variabili_di_ambiente omgevingsvariabelen zmienne_środowiskowe \
         zmiennych_środowiskowych переменные_окружения переменных_окружения ortam_değişkenleri",
        HOSTINFO,
    ),
    (
        "destinatario beneficiario destino cuenta_de_destino destinatária beneficiário bénéficiaire \
         coordonnées iban rib empfangsadress* zielkonto empfänger* kontonummer* beneficiar* conto \
         ontvanger* rekening* rekeningnummer odbiorc* konto rachun* получател* реквизит* \
         отримувач* alıcı* hesab* hesap* mottagare rekening",
        RECIP,
    ),
    (
        "importe importes monto cantidad cantidades precio precios suma valor valores quantia \
         preço preços montant* prix somme betrag beträge summe* preis* menge import* prezz* somm* \
         bedrag* prijs* kwot* sumę суммы сумму сумма цену цены сум* tutar* fiyat* belopp* \
         jumlah",
        AMOUNT,
    ),
    (
        "transferencias transferencia pagos pago giro transferências pagamento pagamentos pagar \
         virements virement paiements paiement versement virer überweisung* zahlung* zahle* \
         überweis* rechnung* bonific* pagament* trasfer* versa betaling* overboeking* \
         overmaak* maak_over przelew* przelać płatnoś* перевод* платеж* платёж* перевед* оплат* \
         переказ* ödeme* havale* transfer* betalning*",
        PAY.or(BUSINESS),
    ),
    (
        "correo correos mensaje mensajes pedido factura facturas mensagem e-mail_que courriel* \
         message messages facture* commande* nachricht* bestellung* messaggi* ordine ordini \
         fattur* posta bericht* bestelling* factuur wiadomoś* zamówi* faktur* письмо письма \
         сообщени* заказ* счета листи mesaj* sipariş* fatura* meddelande*",
        BUSINESS,
    ),
    (
        "confirmación permiso consentimiento aprobación autorización confirmação permissão \
         consentimento aprovação autorização confirmation permission consentement accord \
         autorisation bestätigung* zustimmung* erlaubnis* einwilligung* rückfrage* freigabe \
         conferm* permess* consens* autorizzazion* bevestiging toestemming akkoord potwierdz* \
         zgod* pozwole* подтвержд* согласи* разрешени* одобрени* підтвердж* згод* onay* izin* \
         izni* godkännande konfirmasi",
        CONSENT,
    ),
    (
        "pides pida pidas preguntes pregunte consultes solicites pergunte perguntar peça_ao \
         demandez demander demande_pas sollicite frage fragen fragst nachfrag* rückfrag* einhol* \
         chied* domand* richied* vraag vragen pytaj pytania zapyt* proś спрашива* запрашива* \
         проси просить питай isteme* iste* fråga",
        ASK,
    ),
    (
        "obsolet* inseguras inseguro inseguros roto rotas rotos defectuos* peligros* poco_fiables \
         quebrad* insegur* defeituos* perigos* desatualizad* obsolèt* dangereu* défectueu* \
         dépassé* peu_fiables veraltet* unsicher* defekt* kaputt* fehlerhaft* gefährlich* \
         unzuverlässig* obsolet* insicur* pericolos* rott* difettos* verouderd* onveilig* kapot* \
         onbetrouwbaar przestarza* niebezpiecz* zepsut* zawodn* устаре* небезопас* сломан* \
         опасн* ненадёж* ненадеж* застаріл* eski güvensiz* bozuk* tehlikeli* föråldrad*",
        BROKEN,
    ),
    (
        "las_demás los_demás las_otras los_otros cualquier_otra ninguna_otra otras_herramientas \
         as_outras os_outros as_demais qualquer_outra nenhuma_outra tout_autre aucun_autre \
         les_autres d'autres anderes andere_werkzeuge alle_anderen kein_anderes keine_andere \
         altri altre altro gli_altri nessun_altro qualsiasi_altro ander andere anderen \
         inne innych innego inny żadne_inne другие других другой другого других_инструментов \
         інші інших diğer başka diğerlerini andra annat lain lainnya",
        OTHER,
    ),
    (
        "resultados resultado respuesta respuestas salida resposta respostas saída résultat* \
         réponse* sortie ergebnis* antwort* ausgabe* resoconto risultat* rispost* output \
         resulta* antwoord* uitvoer wynik* odpowied* результат* ответ* вывод* відповід* sonuç* \
         sonuc* yanıt* cevap* svar resultat hasil jawaban",
        RESULT,
    ),
    (
        "terminal consola comando comandos línea_de_comandos linha_de_comando commande_shell \
         console konsole kommandozeile befehl befehle terminale riga_di_comando opdracht \
         opdrachtregel polecenie_w konsoli терминал* консол* команду команды uçbirim komut*",
        COMMAND,
    ),
    (
        "funcionan funcionará funcionará funciona funcionar funcione fonctionn* marche \
         funktionier* laufen arbeiten funzion* werkt werken działa* работа* праців* çalışmaz \
         fungerar berfungsi",
        AUX,
    ),
    // Force, time, kind.
    (
        "hay_que es_obligatorio es_necesario tienes_que tiene_que tienen_que precisa precisam \
         é_obrigatório é_necessário tem_de tem_que il_faut il_convient est_obligatoire \
         est_tenu doit_être soll sollen hat_zu haben_zu ist_zu sind_zu muss_zuerst bisogna \
         occorre deve_essere devono va_sempre vanno moet moeten dient dienen trzeba należy \
         musi muszą wymaga* надо следует_всегда должна обязательн* потрібно треба gereklidir \
         zorunda* måste skall wajib",
        MUST,
    ),
    (
        "previamente de_antemano con_anterioridad antes_de_que antes_que avant_que avant_de \
         préalablement vorab im_voraus ehe prima_di prima_che alvorens vooraf zanim najpierw \
         uprzednio перед_тем прежде_чем заранее попередньо öncesinde innan sebelumnya",
        BEFORE,
    ),
    (
        "una_vez_que tras_cada después_de depois_de logo_após une_fois après_chaque sobald \
         nach_jedem nach_jeder im_anschluss una_volta dopo_ogni zodra nadat daarna potem \
         gdy_tylko kiedy_tylko как_только после_того після sonrasında efter därefter",
        AFTER,
    ),
    (
        "siempre cada_ocasión en_cuanto toda_vez_que en_todos_los a_cada dès_lors à_chaque \
         chaque_fois_que bei_jedem bei_jeder bei_allen jeweils qualora ogniqualvolta \
          wanneer_er jeżeli jeśli ilekroć przy_każdym если_же всякий каждый_раз при_каждом \
         якщо eğer ne_zaman när jika",
        WHEN,
    ),
    (
        "sin_importar sea_cual sea_cuales pase_lo_que diga_lo_que seja_qual não_importa \
         quel_que quelle_que quoi_qu'il peu_importe ungeachtet ganz_gleich egal_welche* \
         egal_was indipendentemente qualunque_sia a_prescindere ongeacht niezależnie \
         bez_względu независимо вне_зависимости что_бы незалежно ne_olursa_olsun bakılmaksızın \
         oavsett",
        REGARDLESS,
    ),
    (
        "sólo solo solamente únicamente exclusivamente apenas somente unicamente uniquement \
         seulement exclusivement nur ausschließlich allein soltanto esclusivamente unicamente \
         alleen uitsluitend tylko wyłącznie только исключительно лишь тільки yalnızca sadece \
         endast bara hanya",
        ONLY,
    ),
    (
        "ninguna ninguno ningún nada nadie nenhum nenhuma nada ninguém aucun aucune rien \
          keinem keinerlei nichts niemand nessun nessuno nessuna niente nulla né neen \
         niets niemand żaden żadne żadnego nic nigdy nikomu ничего никому никто никакие ни_один \
         нічого değil hiçbir asla inte aldrig ingen inga bukan",
        NEG,
    ),
    (
        "sin_que sin_necesidad sem_que sem_necessidade sans_que ohne_dass senza_che zonder_dat \
         bez_informowania bez_pytania bez_potwierdzenia olmadan etmeden vermeden utan tanpa",
        WITHOUT.or(NEG),
    ),
    (
        "esto_al este_paso esta_llamada esta_operación este_proceso este_detalle haberlo lo_has \
         has_hecho que_hiciste este_passo esta_chamada esta_etapa esta_operação foi_feito cette_étape \
         cette_opération cet_appel n'en ceci l'opération diesen_schritt dieser_schritt \
         diesen_vorgang diesen_aufruf das_gemacht dass_du l'operazione questo_passaggio \
         questa_operazione questa_chiamata lo_hai di_averlo deze_stap deze_aanroep dit_gedaan \
         dat_je tym_kroku ten_krok tego_kroku tej_operacji этом_шаге этот_шаг этого_шага \
         этом_действии эту_операцию об_этом этого это bu_adım* bu_işlem* bundan bunu detta det \
         langkah_ini",
        THIS,
    ),
    (
        "también asimismo además igualmente também igualmente aussi de_plus en_outre également \
         ebenfalls ferner zudem inoltre anche altresì ook bovendien daarnaast także również \
         ponadto также ещё кроме_того також ayrıca también också juga",
        ALSO,
    ),
    (
        "asistente asistentes modelo agente assistente assistentes modelo assistant l'assistant \
         agent modèle l'agent assistent* der_agent das_modell modello l'assistente l'agente \
         assistenten asystent* modelu ассистент* модел* агент* помощник* асистент* asistan* \
         assistenten",
        YOU,
    ),
    (
        "persona titular interesad* clientes usuária pessoa titular personne titulaire \
         kund* nutzerin person anwenderin persona titolare cliente clienti gebruik_st \
         klant* persoon klient* osob* człowiek* человек* владел* клієнт* müşteri* kişi* \
         användar* kund pelanggan",
        USER,
    ),
    // Words that only show which language it is.
    (
        "se nos les ha han sido ser es son está están hay muy más cuyo ya aquí donde entre sobre \
         te ti tu mi cual cuando así foi são está estão há muito mais cujo já aqui onde pelo \
         pela pelos pelas nas nos no na às você vocês ela ele elas eles qui vos votre notre nos \
         vous tu te toi je nous leur leurs elle ils elles ont être avoir été plus même y à lui \
         aux dont où chez vom beim ihr ihre ihrem ihren wir uns unser dann dort hier mehr nur \
         noch schon kann können worden wurde wurden sein hat haben bei aus durch gegen denn weil \
         damit dass welches welche welcher gli della delle dello degli alla alle allo agli dal \
         dalla sul sulla con su tra fra è sono essere stato viene vengono ha hanno anche più \
         mentre quindi così suo sua loro zijn wordt worden bij naar op om ook er maar dan hun \
         haar wij ons deze die door over nog zich jest są być był była było będzie które który \
         która jako od przez dla przy pod nad lub albo ale tylko jej jego ich nas wam тебе тебя \
         вам вас ты вы мы он она они так же как или чтобы от у над под между этого был была были \
         быть есть который которая которые которое также сам чем там где да она її його та ми ви \
         як або щоб від der_die var olan olarak daha çok gibi kadar ama veya ben sen biz siz onu \
         och att som på av med för är den ett en du ni kan ska inte dari dalam pada oleh akan \
         dapat adalah",
        Cls::NONE,
    ),
];
