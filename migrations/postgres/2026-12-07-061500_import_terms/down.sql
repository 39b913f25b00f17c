DROP TABLE import_terms;
