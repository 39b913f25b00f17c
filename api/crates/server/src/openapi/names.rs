//! Names of components that several operations or schemas share.

/// Better names than those of the first operation or schema that uses a component.
const NAMES: [(&str, &str); 28] = [
    ("CancelOrderFormOrderId", "RequestOrderId"),
    ("CreateTermFormNameCn", "RequestNameCn"),
    ("ForgottenPasswordFormCode", "CaptchaCode"),
    ("Maker", "Terms"),
    ("Makers", "WorkTerms"),
    ("Name", "PlanName"),
    ("UnchangedSinceTheGivenETag", "Unchanged"),
    ("Uuid", "CaptchaId"),
    // A type of OpenAPI, for which generators take it.
    ("date", "maxAge"),
    ("delete_collection.id", "collectionId"),
    ("get_admin_message.id", "messageId"),
    ("get_admin_order.id", "orderNumber"),
    ("get_admin_term.id", "termId"),
    ("get_import.id", "importId"),
    ("idParam", "workId"),
    ("list_admin_orders.keyword", "orderKeyword"),
    ("list_admin_works.isDht", "hasMagnets"),
    ("list_admin_works.isOnline", "stream"),
    ("list_admin_works.keyword", "workKeyword"),
    ("list_admin_works.modId", "workChannel"),
    ("list_admin_works.time", "workTime"),
    ("list_admin_works.withTerms", "worksWith"),
    ("list_audit_entries.from", "fromDay"),
    ("list_audit_entries.sort", "sortByTime"),
    ("list_audit_entries.to", "toDay"),
    ("list_term_groups.tableName", "groupKind"),
    ("list_term_letters.keyword", "termKeyword"),
    ("list_terms.sort", "termSort"),
];

/// The name of a component that was named after its first use.
pub(super) fn better(name: String) -> String {
    let known = NAMES.iter().find(|(found, _)| *found == name);
    known.map_or(name, |(_, better)| (*better).to_owned())
}
