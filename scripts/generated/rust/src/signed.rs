// Appended to the generated client, which supports no middleware.

use std::sync::Arc;

use reqwest_middleware::{Middleware, Next};
use yingku_signer::signed_client::{CallError, SignedClient};

struct Signing {
    http: reqwest::Client,
    signed: Arc<SignedClient>,
}

#[async_trait::async_trait]
impl Middleware for Signing {
    async fn handle(
        &self,
        call: reqwest::Request,
        _: &mut http::Extensions,
        _: Next<'_>,
    ) -> reqwest_middleware::Result<reqwest::Response> {
        let call = reqwest::RequestBuilder::from_parts(self.http.clone(), call);
        let answer = self.signed.send(call).await;
        answer.map_err(reqwest_middleware::Error::middleware)
    }
}

impl HttpClient {
    /// A client that signs every request.
    pub async fn signed(base: &str, secret: &str) -> Result<Self, CallError> {
        let http = reqwest::Client::new();
        let signed = Arc::new(SignedClient::connect(http.clone(), base, secret).await?);
        let signing = Signing {
            http: http.clone(),
            signed,
        };
        Ok(Self {
            http_client: ClientBuilder::new(http).with(signing).build(),
            ..Self::new().with_base_url(base)
        })
    }
}
