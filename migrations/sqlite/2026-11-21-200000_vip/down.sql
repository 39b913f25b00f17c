DROP TABLE vip_grants;
DROP TABLE vip_plans;
