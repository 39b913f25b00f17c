--
-- PostgreSQL database dump
--

SET client_encoding = 'UTF8';
CREATE TABLE public.films (
    id integer NOT NULL,
    code character varying(64) NOT NULL,
    title text,
    release_date date,
    actors text[]
);
COPY public.films (id, code, title, release_date, actors) FROM stdin;
1	MZU-423	山谷\t里	2026-01-05	{林晓月,江白}
2	MZU-424	湖	\N	\N
\.

ALTER TABLE ONLY public.films ADD CONSTRAINT films_pkey PRIMARY KEY (id);
