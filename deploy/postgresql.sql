-- Roles, database and rights of OwnYou on a PostgreSQL of your own (16 or newer, with pgvector installed).
-- Run as superuser:  psql -v owner_password=… -v app_password=… -f postgresql.sql
-- The same as what the embedded server gets.
\set ON_ERROR_STOP on

CREATE ROLE ownyou_owner WITH LOGIN NOSUPERUSER NOCREATEROLE PASSWORD :'owner_password';
CREATE ROLE ownyou_app WITH LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD :'app_password';
CREATE DATABASE ownyou OWNER ownyou_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE ownyou FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE ownyou TO ownyou_app;

\connect ownyou
CREATE EXTENSION IF NOT EXISTS vector;
ALTER DEFAULT PRIVILEGES FOR ROLE ownyou_owner GRANT USAGE ON SCHEMAS TO ownyou_app;
ALTER DEFAULT PRIVILEGES FOR ROLE ownyou_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ownyou_app;
ALTER DEFAULT PRIVILEGES FOR ROLE ownyou_owner GRANT USAGE, SELECT ON SEQUENCES TO ownyou_app;
