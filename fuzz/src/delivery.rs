//! What a delivery says: anything may arrive.

use vitrine_core::market::delivery_content;

/// Reads a body. One that is JSON means the same however it is written.
pub fn body(data: &[u8]) {
    let content = delivery_content(data);
    match serde_json::from_slice::<serde_json::Value>(data) {
        Ok(value) => {
            assert_eq!(delivery_content(&serde_json::to_vec_pretty(&value).expect("JSON")), content);
            assert!(value.is_object() || content == Default::default(), "{value}");
        }
        Err(_) => assert_eq!(content, Default::default()),
    }
    if let Some(product) = &content.product {
        assert!(!product.as_str().trim().is_empty() && content.event.is_some());
    }
}
