-- What the generated columns below are made with. By hand, as everything that the schema cannot say.
-- Case and width do not matter, in any of the five languages.
CREATE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lower(normalize(coalesce($1, ''), NFKC)) $$;
CREATE FUNCTION localized_values(jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT coalesce(string_agg(value, E'\n'), '') FROM jsonb_each_text($1) $$;

-- CreateEnum
CREATE TYPE "audit_outcome" AS ENUM ('succeeded', 'failed');

-- AlterEnum
ALTER TYPE "user_status" ADD VALUE 'deleted';

-- AlterTable
ALTER TABLE "group" ADD COLUMN     "name_key" TEXT NOT NULL GENERATED ALWAYS AS (fold("name" ->> 'default')) STORED,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "search_key" TEXT NOT NULL GENERATED ALWAYS AS (fold(localized_values("name"))) STORED;

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "provider" TEXT;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "provider" TEXT;

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "hidden_logins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "hostname" TEXT,
ADD COLUMN     "licensed_by" TEXT,
ADD COLUMN     "logo" TEXT,
ADD COLUMN     "primary_color" TEXT,
ADD COLUMN     "product_name" TEXT,
ADD COLUMN     "retention_days" INTEGER NOT NULL DEFAULT 30,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "name_key" TEXT NOT NULL GENERATED ALWAYS AS (fold("name" ->> 'default')) STORED,
ADD COLUMN     "purged_at" TIMESTAMPTZ(3),
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "search_key" TEXT NOT NULL
  GENERATED ALWAYS AS (fold(localized_values("name") || E'\n' || coalesce("email", '') || E'\n' || coalesce("account", ''))) STORED,
ALTER COLUMN "email" DROP NOT NULL,
ALTER COLUMN "email_key" DROP NOT NULL;

-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tenant_id" UUID,
    "actor_id" UUID,
    "actor_name" JSONB,
    "action" TEXT NOT NULL,
    "outcome" "audit_outcome" NOT NULL,
    "error_code" TEXT,
    "target_type" TEXT,
    "target_id" UUID,
    "target_name" JSONB,
    "address" TEXT,
    "user_agent" TEXT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_identity" (
    "tenant_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_identity_pkey" PRIMARY KEY ("tenant_id","provider","subject")
);

-- CreateIndex
CREATE INDEX "audit_event_tenant_id_id_idx" ON "audit_event"("tenant_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_tenant_id_actor_id_id_idx" ON "audit_event"("tenant_id", "actor_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_tenant_id_target_id_id_idx" ON "audit_event"("tenant_id", "target_id", "id" DESC);

-- CreateIndex
CREATE INDEX "external_identity_user_id_idx" ON "external_identity"("user_id");

-- CreateIndex
CREATE INDEX "group_tenant_id_name_key_id_idx" ON "group"("tenant_id", "name_key", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tenant_hostname_key" ON "tenant"("hostname");

-- CreateIndex
CREATE INDEX "user_tenant_id_name_key_id_idx" ON "user"("tenant_id", "name_key", "id");

-- CreateIndex
CREATE INDEX "user_tenant_id_email_key_id_idx" ON "user"("tenant_id", "email_key", "id");

-- CreateIndex
CREATE INDEX "user_tenant_id_last_login_at_id_idx" ON "user"("tenant_id", "last_login_at", "id");

-- AddForeignKey
ALTER TABLE "external_identity" ADD CONSTRAINT "external_identity_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_identity" ADD CONSTRAINT "external_identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The role that the API and the worker take in every connection: it reads and writes, and owns nothing. Written so that a
-- database administrator may also have made it beforehand.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'heddle_app') THEN
    CREATE ROLE heddle_app NOLOGIN;
  END IF;
  IF NOT pg_has_role(current_user, 'heddle_app', 'SET') THEN
    EXECUTE format('GRANT heddle_app TO %I', current_user);
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- Another database of this server is migrated right now.
END $$;
GRANT USAGE ON SCHEMA public TO heddle_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO heddle_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO heddle_app;
-- What is written in the audit log stays as it was written.
REVOKE UPDATE, DELETE ON "audit_event" FROM heddle_app;

ALTER TABLE "tenant" ADD CONSTRAINT "tenant_retention_days_check" CHECK ("retention_days" >= 0);
