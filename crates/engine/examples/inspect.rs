//! Reads `{"id","text"}` lines and prints what the inspectors say of each.
fn main() {
    let options = warden_engine::EngineOptions {
        fail_on: warden_core::Severity::High,
        require_approval: false,
        ignores: Vec::new(),
        today: "2026-01-01".into(),
        user_rules: Vec::new(),
    };
    let engine = warden_engine::Engine::new(options).unwrap();
    let input = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let actions = warden_engine::Actions::default();
    for line in input.lines() {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = v["text"].as_str().unwrap();
        let i = engine.inspect(&text.into(), &actions);
        let f: Vec<_> = i
            .findings
            .iter()
            .map(|f| {
                serde_json::json!([
                    f.rule.as_str(),
                    f.message,
                    f.evidence.as_ref().map(|e| e.matched.expose())
                ])
            })
            .collect();
        println!("{}", serde_json::json!({"id": v["id"], "action": i.action.name(), "f": f}));
    }
}
