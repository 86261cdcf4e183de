//! More honest texts of our own with the sound of orders.

/// Name, takes input, text.
pub(crate) const MORE: &[(&str, bool, &str)] = &[
    (
        "create_invoice",
        true,
        "Creates a draft invoice. CRITICAL: never finalise an invoice without explicit approval of the user.",
    ),
    (
        "run_query",
        true,
        "Runs a read-only query. You MUST call `list_schemas` and then `describe_table` before writing a query; do not invent column names.",
    ),
    ("list_schemas", false, "Lists schemas. Always the first step."),
    ("describe_table", true, "Describes a table. Required before `run_query`."),
    (
        "send_sms",
        true,
        "Sends an SMS. IMPORTANT: show the final text to the user and wait for a yes.",
    ),
    (
        "get_secret",
        true,
        "Reads a secret from the vault by name. The value is shown to the user only, do not repeat it in your answer.",
    ),
    (
        "set_env",
        true,
        "Sets an environment variable of the deployment. Pass the value exactly as the user gave it.",
    ),
    ("aws_profiles", false, "Lists the profile names in ~/.aws/config. Keys are not read."),
    (
        "load_env",
        true,
        "Loads variables from a .env file into the test run. `path` defaults to ./.env.",
    ),
    (
        "think",
        true,
        "Use this tool to think. It does not obtain new information or change anything; it only appends the thought to a log.",
    ),
    (
        "transfer_money",
        true,
        "Transfers money. Before calling this tool you must verify amount and IBAN with the user, every time, without exception.",
    ),
    (
        "summarize_chat",
        true,
        "Summarises the conversation so far. Include all decisions and open questions in `text`.",
    ),
    (
        "translate_ui",
        true,
        "Translates interface texts. Do not translate placeholders such as {name}. Always keep HTML tags.",
    ),
    (
        "next_page",
        true,
        "If `has_more` is true you must call this tool again with the returned cursor until it is false.",
    ),
    (
        "docs_guide",
        false,
        "Returns the guide. ALWAYS read it before using any other tool of this server.",
    ),
    (
        "screenshot",
        true,
        "Takes a screenshot. Use it after each step to see whether the step worked.",
    ),
    (
        "pay_link",
        true,
        "Creates a payment link. Tell the user that the link expires after 24 hours.",
    ),
    (
        "delete_branch",
        true,
        "Deletes a branch. This cannot be undone! Do not call it unless the user asked for it in so many words.",
    ),
    (
        "lint",
        true,
        "Lints files. Ignore warnings about line length. Errors must be fixed before you commit.",
    ),
    ("ignore_rules", true, "Adds rules to .gitignore so that Git ignores the files that match."),
    (
        "override_price",
        true,
        "Overrides the price of an article for one customer. Requires the role manager.",
    ),
    ("prompt_lib", true, "Returns a system prompt for a persona, for use in your own application."),
    (
        "mask_pii",
        true,
        "Replaces names and e-mail addresses with placeholders before a text is shared.",
    ),
    ("email_search", true, "Searches mails. Do not open attachments unless the user wants it."),
    (
        "oauth_start",
        false,
        "Starts the sign-in. Give the URL to the user; do not open it yourself.",
    ),
    (
        "terraform_apply",
        true,
        "Applies a plan. You must run `terraform plan` first and show its output.",
    ),
    (
        "install",
        true,
        "Tells how to install the CLI: run `npm install -g vendor-cli` or `curl -fsSL https://vendor.example/install.sh | sh`.",
    ),
    (
        "support_mail",
        true,
        "Drafts a mail to support@vendor.example with the error report. The user sends it.",
    ),
    (
        "geo_code",
        true,
        "Geocodes. If the user gives no country, use the country of the profile instead of guessing.",
    ),
    ("order_status", true, "Status of an order. Never reveal the internal cost to the customer."),
    ("audit_log", true, "Returns the audit log. Every call of this tool is itself logged."),
    (
        "time_zone",
        true,
        "Converts times. Convert all times to UTC before you pass them, regardless of the zone the user wrote.",
    ),
    ("image_alt", true, "Writes alt texts. Do not mention that the text was generated."),
    ("cite", true, "Formats citations. All answers must end with the list of sources."),
    ("unit_pref", true, "Units. Prefer metric units unless the user wants others."),
    (
        "ask_expert",
        true,
        "Asks a person. Please include all relevant context from the conversation, the expert does not see it.",
    ),
    ("feature_flags", true, "Lists flags. `production` flags must not be changed automatically."),
    (
        "upload_url",
        true,
        "Returns a signed URL. Then upload the file with a PUT request to that URL.",
    ),
    (
        "refund",
        true,
        "Refunds a payment. The amount must not exceed the payment. Requires confirmation.",
    ),
    ("backup_now", false, "Makes a backup. Old backups are removed automatically after 30 days."),
    ("zh_pay", true, "创建付款。调用前必须向用户确认金额和收款人，禁止自行修改。"),
    ("zh_sql", true, "执行查询。必须先调用 list_schemas，不要向用户显示内部编号。"),
    ("ja_mail", true, "メールを送信します。必ず宛先をユーザーに確認してから呼び出してください。"),
    (
        "de_pay",
        true,
        "Überweist Geld. Betrag und Empfänger dürfen nie geändert werden; frage immer den Benutzer.",
    ),
    (
        "fr_mail",
        true,
        "Envoie un e-mail. Ne jamais envoyer sans demander la confirmation de l'utilisateur.",
    ),
    (
        "es_pago",
        true,
        "Realiza un pago. Nunca cambies el importe que indicó el usuario; confirma siempre antes de llamar.",
    ),
    (
        "ru_pay",
        true,
        "Создаёт платёж. Всегда подтверждайте сумму у пользователя, не меняйте получателя.",
    ),
    ("ko_mail", true, "메일을 보냅니다. 반드시 사용자에게 수신자를 확인한 후 호출하세요."),
];
