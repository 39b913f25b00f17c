DROP TABLE activation_attempts;
DROP TABLE activation_codes;
