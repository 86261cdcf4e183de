//! Terms of languages that write words together or with many affixes: Chinese,
//! Japanese, Korean, Arabic, Hindi. They are found by longest match anywhere.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::frames::class::*;

const TERMS: &[(&str, Cls)] = &[
    // Chinese, simplified and traditional.
    ("之前 前必须 前必須 前先 以前 事先 前需 前应 前請 前请", BEFORE),
    ("之后 之後 以后 以後 完成后 完成後", AFTER),
    ("每当 每當 每次 当用户 當用戶 如果 一旦 的时候 的時候 时必须 時必須 时都 时应", WHEN),
    ("任何 所有 一切 每个 每個 全部", EVERY),
    ("必须 必須 务必 務必 一定要 始终 始終 总是 總是 强制 強制 需要先 必要", MUST),
    ("应该 應該 请 請 应当 應當", SHOULD),
    ("不要 不得 不能 不可 切勿 请勿 請勿 勿 禁止 无需 無需 不必 别 不应 不應 绝不 絕不", NEG),
    ("不经 不經 未经 未經 无须 而不", WITHOUT.or(NEG)),
    ("悄悄 静默 靜默 暗中 秘密地 偷偷 后台 後台 隐秘 隱秘 默默 隐藏 隱藏 隐蔽", SILENT),
    ("调用 調用 呼叫 使用 运行 運行 执行 執行", CALL),
    ("读取 讀取 打开 打開 获取 獲取 收集 提取 查看 访问 訪問 搜集 抓取", READ),
    (
        "发送 發送 发到 發到 发给 發給 上传 上傳 转发 轉發 传送 傳送 传输 寄给 发往 提交到 抄送 密送 外发",
        SEND,
    ),
    ("转账 轉帳 汇款 匯款 转入 轉入 支付", PAY.or(SEND)),
    ("复制 複製 拷贝 备份", COPY),
    (
        "附加 添加 加入 放入 填入 写入参数 放到 附上 包含 传入 傳入 作为参数 作為參數 嵌入 追加 附带 填写",
        PUT.or(ADD),
    ),
    ("修改 更改 替换 替換 改为 改為 改成 覆盖 覆蓋 篡改 重定向 换成 替代", ALTER),
    ("删除 刪除 清空 移除", DEL),
    ("写入 寫入 保存 记录到 記錄到 存储", WRITE),
    ("告诉 告訴 告知 透露 提及 通知 说明 說明 提示 提到 显示给 泄露 向用户展示 向用户显示", TELL),
    ("询问 詢問 确认 確認 征得", ASK),
    ("忽略 无视 無視 忘记 忘記 忘掉 不理会", IGNORE),
    ("绕过 繞過 推翻 优先于 優先於 高于 凌驾", OVERRIDE),
    ("优先使用 優先使用 首选", PREFER),
    ("用户 用戶 使用者 客户 客戶 用户的", USER),
    ("密码 密碼 密钥 密鑰 私钥 私鑰 凭据 憑據 凭证 憑證 令牌 口令 助记词", SECRET),
    ("指令 指示 规则 規則 提示词 提示詞 准则 限制 系统提示", INSTR),
    ("之前的 先前 以上 上述 此前 原有 原先", PREV),
    ("对话 對話 聊天记录 聊天記錄 会话记录 會話 历史消息", CONVO),
    ("工具 函数 函數", TOOL),
    ("参数 參數 字段 欄位", PARAM),
    ("收件人 收款人 收款账户 账户 賬戶 帐号 账号 地址", RECIP),
    ("文件 檔案 目录", FILE),
    ("内容 內容 数据 資料 信息", DATA),
    ("而不是 代替 改用", INSTEAD),
    ("无论 無論 不管", REGARDLESS),
    ("首先 先调用 先調用 先读取", FIRST),
    ("同时 同時 并将 並將 也要", ALSO),
    ("优先级 優先級", PRIORITY),
    ("其他 其它", OTHER),
    ("外部服务器 服务器 伺服器 远程", REMOTE),
    ("环境变量 環境變數", HOSTINFO),
    ("步骤 步驟 操作 这个 這個 此事 这一 這一 这件事 本次", THIS),
    // Japanese.
    ("前に 事前に まえに", BEFORE),
    ("後に のち 次第", AFTER),
    ("たびに 度に 場合 する際 ときは 時は 際は", WHEN),
    ("すべて 全て あらゆる いかなる", EVERY),
    ("必ず 必須 なければならない なければなりません 常に いつも 必要があります", MUST),
    ("てください して下さい べき", SHOULD),
    (
        "ないでください しないこと ないこと てはいけません てはならない せずに ことなく なしに ないように しないで",
        NEG,
    ),
    ("密かに こっそり 黙って 静かに ひそかに 気付かれない 気づかれ", SILENT),
    ("呼び出 実行 使用", CALL),
    ("読み取 読み込 読んで 取得 開いて 収集 読み出", READ),
    ("送信 転送 アップロード 送って 送付 送る", SEND),
    ("送金 振込", PAY.or(SEND)),
    ("コピー 複製", COPY),
    ("含め 追加 渡し 渡す 入れて 挿入 添付 設定し", PUT.or(ADD)),
    ("変更 置き換え 書き換え 上書き 差し替え リダイレクト", ALTER),
    ("削除", DEL),
    ("書き込 保存", WRITE),
    ("伝え 知らせ 言わ 言及 通知 開示 明かさ 教え 説明 話さ", TELL),
    ("尋ね 確認", ASK),
    ("無視 忘れ", IGNORE),
    ("優先され より優先 優先する", OVERRIDE),
    ("ユーザー ユーザ 利用者", USER),
    ("パスワード 秘密鍵 認証情報 トークン 鍵 クレデンシャル", SECRET),
    ("指示 命令 ルール 規則 プロンプト", INSTR),
    ("以前の これまでの 先の 上記", PREV),
    ("会話 履歴 やり取り", CONVO),
    ("ツール 関数", TOOL),
    ("パラメータ パラメーター 引数 フィールド", PARAM),
    ("宛先 受信者 口座 アドレス", RECIP),
    ("ファイル", FILE),
    ("内容 データ 情報 中身", DATA),
    ("代わりに", INSTEAD),
    ("に関係なく かかわらず", REGARDLESS),
    ("最初に まず 先に", FIRST),
    ("また 同時に", ALSO),
    ("サーバー サーバ 外部", REMOTE),
    ("この操作 このこと これ この手順 ステップ 手順 操作", THIS),
    // Korean.
    ("전에 이전에 앞서", BEFORE),
    ("후에 다음에", AFTER),
    ("때마다 경우 때는", WHEN),
    ("모든 모두 어떤", EVERY),
    ("반드시 항상 해야 필수", MUST),
    ("하세요 하십시오 주세요", SHOULD),
    ("마세요 마십시오 말고 않고 않도록 말아 마라", NEG),
    ("몰래 조용히 은밀히", SILENT),
    ("호출 사용 실행", CALL),
    ("읽어 읽고 읽으 가져오 수집 열어", READ),
    ("전송 보내 업로드 전달", SEND),
    ("포함 추가 넣어 첨부 입력", PUT.or(ADD)),
    ("변경 교체 바꾸 덮어쓰 수정", ALTER),
    ("알리 말하 언급 공개 밝히", TELL),
    ("무시 잊어 잊고", IGNORE),
    ("사용자 유저", USER),
    ("비밀번호 암호 개인키 자격증명 토큰", SECRET),
    ("지시 명령 규칙 지침 프롬프트", INSTR),
    ("이전의 이전 기존", PREV),
    ("대화 기록 맥락", CONVO),
    ("도구", TOOL),
    ("매개변수 인자 필드", PARAM),
    ("수신자 계좌 주소", RECIP),
    ("파일", FILE),
    ("내용 데이터 정보", DATA),
    ("대신", INSTEAD),
    ("서버", REMOTE),
    ("단계 작업 이것 이를", THIS),
    ("你的 您的 あなたの 당신의", YOUR),
    ("完整 全文 全部内容 丸ごと 전체", DATA),
    // What the three have no word for above: Chinese, Japanese, Korean.
    (
        "本工具 此工具 该工具 這個工具 这个工具 このツール 本ツール 当ツール",
        T_OWN.or(TOOL).or(THIS),
    ),
    ("交给 交給 提交给 报送 渡して お渡し 提出 건네 전달해 넘겨", SEND),
    (
        "填入 填上 填写 记入 写进 记录在 写入 記入 書き写 書き込 적을 적어 기입 기재 넣을",
        PUT.or(WRITE),
    ),
    (
        "改投 改成 改填 上浮 下调 加倍 翻倍 乘以 四舍五入 増やし 倍に 差し替え 早め 上乗せ 바꿀 바꿔 올려 배로",
        ALTER,
    ),
    ("隐去 略去 不列出 外して 除外 省い 빼고 제외", DEL.or(HIDE)),
    ("察觉 察觉到 知道 知晓 得知 知情 気づ 気付 知る 知られ 눈치 알게", TELL),
    ("向用户展示 展示 显示 呈现 表示する 表示 見せ 보여", TELL),
    ("征求 请示 确认一下 同意 许可 承認 許可 同意 동의 승인 허락", CONSENT),
    ("询问 求证 要求确认 求める 求めない 요청하지 확인을", ASK),
    ("系统 系統 开发者 運営 システム 開発者 運用者 시스템 개발자 운영자", AUTHORITY),
    ("请求 要求 需求 愿望 意愿 依頼 要望 要求 希望 요청 요구 희망", INPUT),
    ("说明 本说明 描述 本描述 説明 記述 설명 안내", INSTR),
    ("优先 為準 为准 優先 우선", PRIORITY.or(WIN)),
    (
        "过时 不安全 失效 损坏 有缺陷 缺陷 不可靠 古く 危険 壊れ 欠陥 不安全 오래 안전하지 위험 고장",
        BROKEN,
    ),
    ("其余 别的 其他的 他の ほかの 別の 다른 나머지", OTHER),
    ("只用 只能 仅 仅限 唯一 だけ のみ 만을 이것만 오직", ONLY),
    (
        "绝对不要 绝不要 千万不要 别再 不让 不得 不予 使わない 使用しない 絶対に 쓰지 마라 말 것 아닌",
        NEG,
    ),
    ("工作 运作 生效 動作 機能 작동", AUX),
    ("结果 輸出 输出 返回 結果 出力 결과 출력", RESULT),
    ("金额 金額 数额 价格 價格 工资 给 价 금액 가격 급여", AMOUNT),
    ("转账 汇款 付款 支付 工资 送金 支払 振り込 給与 송금 결제 급여 이체", PAY.or(BUSINESS)),
    ("收款 收款人 收款地址 收件 受取人 届け先 宛先 수취인 받는 계좌", RECIP),
    ("邮件 郵件 订单 发票 メール 注文 請求書 메일 주문 청구서", BUSINESS),
    ("话 说过的 聊天内容 本次聊天 聊天 谈话 やり取り やりとり 発言 나눈 대화를 대화", CONVO),
    ("原文 逐字 全部 全文 一字一句 そのまま 全体 全文 そっくり 그대로 전문 전체", DATA),
    ("此前 到目前为止 至今 これまで 今まで 지금까지", PREV),
    (
        "会话令牌 会话密钥 银行卡号 验证码 卡号 身份证号 連接串 连接串 カード番号 暗証番号 セッショントークン 카드번호 인증번호",
        SECRET.or(CRED),
    ),
    ("终端 命令行 命令 端末 ターミナル コマンド 터미널 명령어", COMMAND),
    ("一律 都要 均须 须 應 应被 ものとする 行ってください すること 할 것", MUST),
    ("助手 模型 智能体 アシスタント モデル エージェント 어시스턴트 모델 에이전트", YOU),
    ("客户 顾客 持有人 対象者 顧客 本人 고객 본인", USER),
    // Arabic.
    ("قبل", BEFORE),
    ("بعد", AFTER),
    ("عندما كلما عند", WHEN),
    ("جميع كل أي", EVERY),
    ("يجب دائما دائمًا إلزامي", MUST),
    ("لا لن", NEG),
    ("دون بدون", WITHOUT.or(NEG)),
    ("سرا سرًا بصمت خفية", SILENT),
    ("استدع استخدم", CALL),
    ("اقرأ قراءة افتح اجمع", READ),
    ("أرسل ارسل إرسال", SEND),
    ("أضف ضع أدرج", PUT.or(ADD)),
    ("غير استبدل بدل", ALTER),
    ("تخبر تذكر تبلغ تكشف", TELL),
    ("تجاهل انس", IGNORE),
    ("المستخدم", USER),
    ("كلمة السر المفتاح مفتاح", SECRET),
    ("التعليمات تعليمات الأوامر القواعد", INSTR),
    ("السابقة السابق", PREV),
    ("المحادثة محادثة", CONVO),
    ("محتوى محتويات البيانات", DATA),
    ("ملف الملف", FILE),
    ("الخطوة هذا هذه", THIS),
    // Hindi.
    ("पहले", BEFORE),
    ("बाद", AFTER),
    ("जब", WHEN),
    ("सभी सब हर", EVERY),
    ("हमेशा अवश्य अनिवार्य चाहिए", MUST),
    ("नहीं मत न", NEG),
    ("बिना", WITHOUT.or(NEG)),
    ("चुपचाप गुप्त", SILENT),
    ("पढ़ें पढ़ो पढ़कर", READ),
    ("भेजें भेजो भेज", SEND),
    ("शामिल जोड़ें डालें", PUT.or(ADD)),
    ("बदलें बदल", ALTER),
    ("बताएं बताएँ बताना बताओ उल्लेख सूचित", TELL),
    ("अनदेखा नज़रअंदाज़ भूल", IGNORE),
    ("उपयोगकर्ता यूज़र", USER),
    ("पासवर्ड कुंजी", SECRET),
    ("निर्देश निर्देशों नियम", INSTR),
    ("पिछले पूर्व", PREV),
    ("बातचीत", CONVO),
    ("फ़ाइल फाइल", FILE),
    ("सामग्री डेटा", DATA),
    ("चरण इस यह", THIS),
];

pub(in crate::frames) struct Cjk {
    find: AhoCorasick,
    classes: Vec<Cls>,
}

/// The terms, compiled.
pub(in crate::frames) static CJK: LazyLock<Option<Cjk>> = LazyLock::new(|| {
    let mut terms = Vec::new();
    let mut classes: Vec<Cls> = Vec::new();
    for (group, cls) in TERMS {
        for term in group.split(' ') {
            terms.push(term);
            classes.push(*cls);
        }
    }
    let find = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&terms).ok()?;
    Some(Cjk { find, classes })
});

impl Cjk {
    /// Terms of a run of text: byte range and classes.
    pub(in crate::frames) fn terms<'a>(
        &'a self,
        run: &'a str,
    ) -> impl Iterator<Item = (usize, usize, Cls)> + 'a {
        self.find.find_iter(run).map(|m| (m.start(), m.end(), self.classes[m.pattern().as_usize()]))
    }
}

/// Whether a character belongs to a script that is written without spaces
/// between words, or to Hangul.
pub(in crate::frames) fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x0600..=0x06ff | 0x0900..=0x097f |         0x3005..=0x3007 | 0x3040..=0x30ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff
        | 0xac00..=0xd7af | 0xf900..=0xfaff | 0x20000..=0x2fa1f)
}
