-- Previous release: compatible
-- CreateEnum
CREATE TYPE "second_factor_kind" AS ENUM ('totp', 'passkey');

-- CreateEnum
CREATE TYPE "second_factor_rule" AS ENUM ('no_one', 'administrators', 'everyone');

-- CreateEnum
CREATE TYPE "auth_challenge_kind" AS ENUM ('verification', 'enrolment', 'passkey_login', 'step_up');

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "verified_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "passkey_login" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "second_factor_grace_days" INTEGER NOT NULL DEFAULT 14,
ADD COLUMN     "second_factor_rule" "second_factor_rule" NOT NULL DEFAULT 'no_one',
ADD COLUMN     "second_factor_since" TIMESTAMPTZ(3),
ADD COLUMN     "trusted_factor_logins" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "factors_reset_at" TIMESTAMPTZ(3),
ADD COLUMN     "has_second_factor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "second_factor" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "second_factor_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "secret_ciphertext" BYTEA,
    "secret_key_id" TEXT,
    "last_step" INTEGER,
    "credential_id" TEXT,
    "public_key" BYTEA,
    "counter" BIGINT,
    "transports" TEXT[],
    "is_backup_eligible" BOOLEAN,
    "is_backed_up" BOOLEAN,
    "rp_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "auth_challenge" (
    "id_hash" TEXT NOT NULL,
    "kind" "auth_challenge_kind" NOT NULL,
    "user_id" UUID,
    "session_id" UUID,
    "provider" TEXT,
    "token_version" INTEGER,
    "password_digest" TEXT,
    "secret_ciphertext" BYTEA,
    "secret_key_id" TEXT,
    "passkey_challenge" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "auth_challenge_pkey" PRIMARY KEY ("id_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "second_factor_credential_id_key" ON "second_factor"("credential_id");

-- CreateIndex
CREATE INDEX "second_factor_user_id_id_idx" ON "second_factor"("user_id", "id");

-- CreateIndex
CREATE INDEX "auth_challenge_user_id_idx" ON "auth_challenge"("user_id");

-- CreateIndex
CREATE INDEX "auth_challenge_session_id_idx" ON "auth_challenge"("session_id");

-- CreateIndex
CREATE INDEX "auth_challenge_expires_at_idx" ON "auth_challenge"("expires_at");

-- AddForeignKey
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_challenge" ADD CONSTRAINT "auth_challenge_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_challenge" ADD CONSTRAINT "auth_challenge_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A session that is open has shown who it is when it began.
UPDATE "session" SET "verified_at" = "created_at";
