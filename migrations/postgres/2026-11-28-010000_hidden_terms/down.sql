DROP TABLE hidden_terms;
