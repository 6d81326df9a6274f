-- Creates a role for each service with only the privileges that it needs. Idempotent; run by the owner of the database
-- after `ledger migrate`. Passwords are settings of the connection:
-- PGOPTIONS="-c stepledger.ingest_password=… -c stepledger.accounts_password=… …".
BEGIN;

DO $$
DECLARE
  service text;
  role text;
BEGIN
  FOREACH service IN ARRAY ARRAY['ingest', 'accounts', 'catalogue', 'competitions', 'query', 'analysis', 'projector'] LOOP
    role := 'stepledger_' || service;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I', role);
    END IF;
    EXECUTE format(
      'ALTER ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
      role, current_setting('stepledger.' || service || '_password'));
  END LOOP;
  -- No other role can connect, or create tables in the shared schema.
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format(
    'GRANT CONNECT, TEMPORARY ON DATABASE %I TO stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector',
    current_database());
  -- Each generation of read models is a schema.
  EXECUTE format('GRANT CREATE ON DATABASE %I TO stepledger_projector', current_database());
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Privileges that only older releases granted.
REVOKE ALL ON ALL TABLES IN SCHEMA accounts, analysis, catalogue, competitions, ingest, projector, public
  FROM stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA accounts, catalogue, competitions, ingest, projector
  FROM stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;

-- Every process checks the migrations at its start, and reads which generation is live.
GRANT USAGE ON SCHEMA projector
  TO stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
GRANT SELECT ON public.stepledger_migrations
  TO stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
GRANT SELECT ON ALL TABLES IN SCHEMA projector TO stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis;

-- Authentication and the last use of keys; no mail address, no password.
GRANT USAGE ON SCHEMA accounts TO stepledger_ingest, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
GRANT SELECT ON accounts.credentials, accounts.public_players TO stepledger_ingest, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
GRANT SELECT (id, last_used_at), UPDATE (last_used_at) ON accounts.api_keys, accounts.sessions TO stepledger_ingest, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
GRANT SELECT (proved_at) ON accounts.sessions TO stepledger_ingest, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
GRANT UPDATE (last_used_network, last_used_client) ON accounts.api_keys TO stepledger_ingest, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis, stepledger_projector;
-- Players whose plays the event stream may publish.
GRANT SELECT (id, in_published_data) ON accounts.players TO stepledger_query;

-- Ingest encrypts plays with the keys of their players.
GRANT SELECT ON accounts.player_secrets TO stepledger_ingest;
GRANT USAGE ON SCHEMA ingest TO stepledger_ingest;
GRANT SELECT, INSERT, UPDATE ON ingest.claims, ingest.checked_offsets TO stepledger_ingest;
GRANT SELECT, INSERT, DELETE ON ingest.rival_changes TO stepledger_ingest;
GRANT SELECT, INSERT, UPDATE, DELETE ON ingest.refusals TO stepledger_ingest;
GRANT SELECT, UPDATE ON SEQUENCE ingest.play_ids TO stepledger_ingest;

GRANT USAGE ON SCHEMA accounts TO stepledger_accounts;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA accounts TO stepledger_accounts;
-- The countries of players, which boards by country read.
GRANT SELECT, INSERT, UPDATE, DELETE ON projector.countries TO stepledger_accounts;
-- Operators search for API keys whose plays are refused.
GRANT SELECT, DELETE ON ingest.refusals TO stepledger_accounts;
-- An erasure deletes rows by the player's id, and a data download contains drafts and invitations.
GRANT USAGE ON SCHEMA ingest, catalogue, competitions TO stepledger_accounts;
GRANT SELECT (player), DELETE ON ingest.claims TO stepledger_accounts;
GRANT SELECT (player, rival), DELETE ON ingest.rival_changes TO stepledger_accounts;
GRANT SELECT (id, uploader), DELETE ON catalogue.uploads TO stepledger_accounts;
GRANT SELECT (owner), UPDATE (owner) ON catalogue.packs TO stepledger_accounts;
GRANT SELECT (owner, document, created_at, updated_at), DELETE ON competitions.drafts TO stepledger_accounts;
GRANT SELECT (player, slug, opened_at), DELETE ON competitions.invited TO stepledger_accounts;
GRANT SELECT (key, player_id), DELETE ON competitions.picture_uploads TO stepledger_accounts;
GRANT SELECT (owner, sha256, used_at), DELETE ON competitions.pictures TO stepledger_accounts;
-- Afterwards it rewrites the tables and overwrites the WAL. Not every owner can grant these privileges; without them the
-- step is skipped with a warning.
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 170000 THEN
    GRANT MAINTAIN ON ALL TABLES IN SCHEMA accounts TO stepledger_accounts;
  END IF;
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    GRANT pg_checkpoint TO stepledger_accounts;
    GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO stepledger_accounts;
  END IF;
END $$;

-- Uploads, and the ids of packs and songs.
GRANT USAGE ON SCHEMA catalogue TO stepledger_catalogue;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA catalogue TO stepledger_catalogue;
GRANT SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA catalogue TO stepledger_catalogue;

GRANT SELECT ON accounts.preferred_boards, accounts.aliases, accounts.time_zones TO stepledger_query;
-- The notifications of players whose plays are refused.
GRANT USAGE ON SCHEMA ingest TO stepledger_query;
GRANT SELECT ON ingest.refusals TO stepledger_query;
-- Plays that are in the ledger and not folded yet.
GRANT SELECT (play_id, player, partition, "offset") ON ingest.claims TO stepledger_query;
-- For the command that transfers a pack to a player.
GRANT SELECT ON accounts.aliases TO stepledger_catalogue;

-- Drafts of organisers, whose words are encrypted with their keys when they are published; pages show them.
GRANT USAGE ON SCHEMA competitions TO stepledger_competitions;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA competitions TO stepledger_competitions;
GRANT SELECT ON accounts.player_secrets, accounts.kept_names TO stepledger_competitions, stepledger_query;

-- The published data, which includes countries and excludes players who opted out.
GRANT USAGE ON SCHEMA analysis TO stepledger_analysis;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA analysis TO stepledger_analysis;
GRANT SELECT (id, country_id, in_published_data) ON accounts.players TO stepledger_analysis;
GRANT SELECT ON accounts.published_data TO stepledger_analysis;

-- The projector, and the operator's commands in its container.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA projector TO stepledger_projector;
GRANT USAGE ON SCHEMA ingest TO stepledger_projector;
GRANT SELECT ON ingest.refusals TO stepledger_projector;
-- The audit log of operators: a command records its action in the queue of the ledger, and appends what is queued.
GRANT INSERT ON accounts.audit TO stepledger_analysis, stepledger_catalogue, stepledger_projector;
GRANT SELECT, INSERT ON accounts.operators TO stepledger_analysis, stepledger_catalogue, stepledger_projector;
GRANT SELECT, INSERT, UPDATE (leased_until, details), DELETE ON accounts.operator_actions TO stepledger_analysis, stepledger_catalogue, stepledger_projector;
GRANT SELECT ON accounts.aliases TO stepledger_analysis, stepledger_projector;
-- An event of a competition names its operator itself; withdrawals name theirs in the queue.
GRANT SELECT, INSERT ON accounts.operators TO stepledger_competitions, stepledger_ingest;
GRANT SELECT ON accounts.aliases TO stepledger_competitions;
-- Operators withdraw, wipe and reinstate plays on the site.
GRANT INSERT ON accounts.audit, accounts.operator_actions TO stepledger_ingest;
GRANT SELECT ON accounts.aliases TO stepledger_ingest;

-- The projector owns the read models; other services read them, including later ones.
ALTER DEFAULT PRIVILEGES FOR ROLE stepledger_projector
  GRANT USAGE ON SCHEMAS TO stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis;
ALTER DEFAULT PRIVILEGES FOR ROLE stepledger_projector
  GRANT SELECT ON TABLES TO stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis;

-- Read models created by another role, such as the owner before these roles existed.
DO $$
DECLARE
  made record;
BEGIN
  FOR made IN
    WITH schemas AS (SELECT oid, nspname FROM pg_namespace WHERE nspname ~ '^(g[0-9]+|verify)$')
    SELECT format('ALTER SCHEMA %I OWNER TO stepledger_projector', nspname) AS sql FROM schemas
    UNION ALL
    SELECT format('ALTER TABLE %s OWNER TO stepledger_projector', c.oid::regclass)
      FROM pg_class c JOIN schemas ON schemas.oid = relnamespace WHERE relkind = 'r'
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO stepledger_projector', p.oid::regprocedure)
      FROM pg_proc p JOIN schemas ON schemas.oid = pronamespace
    UNION ALL
    SELECT format('GRANT %s %I TO stepledger_ingest, stepledger_accounts, stepledger_catalogue, stepledger_competitions, stepledger_query, stepledger_analysis', what, nspname)
      FROM schemas, unnest(ARRAY['USAGE ON SCHEMA', 'SELECT ON ALL TABLES IN SCHEMA']) AS what
  LOOP
    EXECUTE made.sql;
  END LOOP;
END $$;

COMMIT;
