//! The answers of the request protection in the contract. They are the same for every call, so handlers do not repeat
//! them.

use utoipa::openapi::schema::RefBuilder;
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, Header, Object, OpenApi, Ref, RefOr, Response,
    ResponseBuilder, Type,
};

use super::openapi_security::{operations, takes_token};

struct Answer {
    status: &'static str,
    name: &'static str,
    description: &'static str,
    header: Option<(&'static str, Type)>,
    of: Calls,
}

/// Which calls an answer belongs to.
enum Calls {
    /// Every call.
    All,
    /// Signed calls.
    Signed,
    /// Calls that may carry a token.
    WithToken,
    /// Calls that must carry a token.
    OfMembers,
    /// Calls that need a permission.
    OfOperators,
}

const ANSWERS: [Answer; 10] = [
    Answer {
        status: "401",
        name: "TokenRefused",
        description: "The token is wrong or has run out, so refresh it (code 401); or the signature is missing, wrong, too old or used before (code 402)",
        header: Some(("WWW-Authenticate", Type::String)),
        of: Calls::WithToken,
    },
    // Before that of members, because the first answer for a status wins.
    Answer {
        status: "403",
        name: "NotPermitted",
        description: "There is no token: log in (code 403); or the caller may not do this (code 402)",
        header: None,
        of: Calls::OfOperators,
    },
    Answer {
        status: "403",
        name: "NotSignedIn",
        description: "There is no token: log in",
        header: None,
        of: Calls::OfMembers,
    },
    Answer {
        status: "400",
        name: "Malformed",
        description: "The query or a header cannot be read",
        header: None,
        of: Calls::All,
    },
    Answer {
        status: "401",
        name: "NotSigned",
        description: "The signature is missing, wrong, too old or used before",
        header: Some(("WWW-Authenticate", Type::String)),
        of: Calls::Signed,
    },
    Answer {
        status: "408",
        name: "BodyTimeout",
        description: "The body did not arrive in time",
        header: None,
        of: Calls::All,
    },
    Answer {
        status: "413",
        name: "BodyTooLarge",
        description: "The body is larger than 64 KiB, or than 1 MiB for a whole work",
        header: None,
        of: Calls::All,
    },
    Answer {
        status: "415",
        name: "UnsupportedContent",
        description: "The body is compressed, or not JSON",
        header: None,
        of: Calls::All,
    },
    Answer {
        status: "429",
        name: "TooMany",
        description: "Too many calls, or new client keys, from this address",
        header: Some(("Retry-After", Type::Integer)),
        of: Calls::All,
    },
    Answer {
        status: "503",
        name: "Busy",
        description: "Busy; try again later",
        header: Some(("Retry-After", Type::Integer)),
        of: Calls::Signed,
    },
];

/// Adds the answers to every operation that does not name its own for the status.
pub(super) fn add(document: &mut OpenApi) {
    for (path, item) in &mut document.paths.paths {
        let signed = !crate::server::OPEN.contains(&path.as_str());
        for operation in operations(item) {
            let (may, must) = takes_token(operation);
            let belongs = |answer: &&Answer| match answer.of {
                Calls::All => true,
                Calls::Signed => signed,
                Calls::WithToken => may,
                Calls::OfMembers => must,
                Calls::OfOperators => path.starts_with(crate::server::OF_OPERATORS),
            };
            for answer in ANSWERS.iter().filter(belongs) {
                operation
                    .responses
                    .responses
                    .entry(answer.status.to_owned())
                    .or_insert_with(|| answer.reference());
            }
        }
    }
    document
        .components
        .get_or_insert_with(|| ComponentsBuilder::new().build())
        .responses
        .extend(
            ANSWERS
                .iter()
                .map(|answer| (answer.name.to_owned(), answer.response())),
        );
}

impl Answer {
    fn reference(&self) -> RefOr<Response> {
        RefOr::Ref(
            RefBuilder::new()
                .ref_location(format!("#/components/responses/{}", self.name))
                .description(Some(self.description))
                .build(),
        )
    }

    fn response(&self) -> RefOr<Response> {
        let body = ContentBuilder::new()
            .schema(Some(Ref::from_schema_name("ErrorBody")))
            .build();
        let mut response = ResponseBuilder::new()
            .description(self.description)
            .content("application/json", body);
        if let Some((name, form)) = &self.header {
            response = response.header(*name, Header::new(Object::with_type(form.clone())));
        }
        response.build().into()
    }
}
