-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "message_role" AS ENUM ('user', 'assistant');

-- CreateEnum
CREATE TYPE "message_status" AS ENUM ('generating', 'completed', 'stopped', 'failed', 'interrupted');

-- CreateEnum
CREATE TYPE "feedback_rating" AS ENUM ('good', 'bad');

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('S', 'A', 'U');

-- CreateEnum
CREATE TYPE "user_status" AS ENUM ('active', 'disabled');

-- CreateEnum
CREATE TYPE "membership_role" AS ENUM ('O', 'U');

-- CreateEnum
CREATE TYPE "language" AS ENUM ('zhHant', 'en', 'ja', 'th', 'vi');

-- CreateEnum
CREATE TYPE "usage_flow" AS ENUM ('chat', 'title');

-- CreateEnum
CREATE TYPE "usage_outcome" AS ENUM ('completed', 'stopped', 'failed', 'interrupted');

-- CreateTable
CREATE TABLE "assistant" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "created_by_id" UUID,
    "name" JSONB NOT NULL,
    "description" JSONB NOT NULL DEFAULT '{"default": ""}',
    "recommended_questions" JSONB NOT NULL DEFAULT '[]',
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "user_prompt" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "assistant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "favorite_assistant" (
    "user_id" UUID NOT NULL,
    "assistant_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "favorite_assistant_pkey" PRIMARY KEY ("user_id","assistant_id")
);

-- CreateTable
CREATE TABLE "chat" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "assistant_id" UUID,
    "model_id" UUID,
    "title" TEXT,
    "response_language" "language" NOT NULL DEFAULT 'zhHant',
    "conversation_id" UUID NOT NULL,
    "explicitly_public" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 0,
    "request_count" INTEGER NOT NULL DEFAULT 0,
    "last_message_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "parent_id" UUID,
    "depth" INTEGER NOT NULL,
    "role" "message_role" NOT NULL,
    "content" TEXT NOT NULL DEFAULT '',
    "reasoning" TEXT NOT NULL DEFAULT '',
    "steps" JSONB NOT NULL DEFAULT '[]',
    "status" "message_status" NOT NULL DEFAULT 'completed',
    "response_language" "language" NOT NULL,
    "model_id" UUID,
    "model_name" TEXT,
    "workflow_version_id" UUID,
    "client_message_id" UUID,
    "run_id" UUID,
    "lease_expires_at" TIMESTAMPTZ(3),
    "stop_requested_at" TIMESTAMPTZ(3),
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_source" (
    "id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT,
    "passage" TEXT NOT NULL,
    "page" INTEGER,
    "score" DOUBLE PRECISION,

    CONSTRAINT "message_source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_feedback" (
    "id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "rating" "feedback_rating" NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chat_file" (
    "id" UUID NOT NULL,
    "chat_id" UUID NOT NULL,
    "message_id" UUID,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "storage_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chat_file_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant" (
    "id" UUID NOT NULL,
    "name" JSONB NOT NULL,
    "languages" "language"[] DEFAULT ARRAY['zhHant', 'en', 'ja', 'th', 'vi']::"language"[],
    "default_language" "language" NOT NULL DEFAULT 'zhHant',
    "requests_per_chat" INTEGER NOT NULL DEFAULT 50,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" JSONB NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "account" TEXT,
    "account_key" TEXT,
    "role" "user_role" NOT NULL DEFAULT 'U',
    "status" "user_status" NOT NULL DEFAULT 'active',
    "language" "language" NOT NULL DEFAULT 'zhHant',
    "password_hash" TEXT,
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "token_version" INTEGER NOT NULL DEFAULT 0,
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "group" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" JSONB NOT NULL,
    "description" JSONB NOT NULL DEFAULT '{"default": ""}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "group_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "membership_role" NOT NULL DEFAULT 'U',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "absolute_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "user_agent" TEXT,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "model" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_event" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "group_ids" UUID[],
    "assistant_id" UUID,
    "workflow_version_id" UUID,
    "chat_id" UUID,
    "message_id" UUID,
    "run_id" UUID NOT NULL,
    "model_name" TEXT NOT NULL,
    "flow" "usage_flow" NOT NULL,
    "outcome" "usage_outcome" NOT NULL,
    "input_tokens" INTEGER NOT NULL,
    "output_tokens" INTEGER NOT NULL,
    "cached_tokens" INTEGER NOT NULL DEFAULT 0,
    "reasoning_tokens" INTEGER NOT NULL DEFAULT 0,
    "estimated" BOOLEAN NOT NULL DEFAULT false,
    "first_token_ms" INTEGER,
    "latency_ms" INTEGER NOT NULL,

    CONSTRAINT "usage_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workflow" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "group_id" UUID,
    "name" JSONB NOT NULL,
    "description" JSONB NOT NULL DEFAULT '{"default": ""}',
    "allow_user_prompt" BOOLEAN NOT NULL DEFAULT true,
    "open_to_all_groups" BOOLEAN NOT NULL DEFAULT true,
    "draft" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workflow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workflow_version" (
    "id" UUID NOT NULL,
    "workflow_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "graph" JSONB NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_version_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "assistant_tenant_id_id_idx" ON "assistant"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "assistant_workflow_id_idx" ON "assistant"("workflow_id");

-- CreateIndex
CREATE INDEX "assistant_group_id_idx" ON "assistant"("group_id");

-- CreateIndex
CREATE INDEX "assistant_created_by_id_idx" ON "assistant"("created_by_id");

-- CreateIndex
CREATE INDEX "favorite_assistant_assistant_id_idx" ON "favorite_assistant"("assistant_id");

-- CreateIndex
CREATE UNIQUE INDEX "chat_last_message_id_key" ON "chat"("last_message_id");

-- CreateIndex
CREATE INDEX "chat_owner_id_updated_at_id_idx" ON "chat"("owner_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "chat_tenant_id_idx" ON "chat"("tenant_id");

-- CreateIndex
CREATE INDEX "chat_assistant_id_idx" ON "chat"("assistant_id");

-- CreateIndex
CREATE INDEX "chat_model_id_idx" ON "chat"("model_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_run_id_key" ON "message"("run_id");

-- CreateIndex
CREATE INDEX "message_chat_id_depth_idx" ON "message"("chat_id", "depth");

-- CreateIndex
CREATE INDEX "message_parent_id_idx" ON "message"("parent_id");

-- CreateIndex
CREATE INDEX "message_model_id_idx" ON "message"("model_id");

-- CreateIndex
CREATE INDEX "message_workflow_version_id_idx" ON "message"("workflow_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_chat_id_client_message_id_key" ON "message"("chat_id", "client_message_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_source_message_id_number_key" ON "message_source"("message_id", "number");

-- CreateIndex
CREATE INDEX "message_feedback_user_id_idx" ON "message_feedback"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_feedback_message_id_user_id_key" ON "message_feedback"("message_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "chat_file_storage_key_key" ON "chat_file"("storage_key");

-- CreateIndex
CREATE INDEX "chat_file_chat_id_idx" ON "chat_file"("chat_id");

-- CreateIndex
CREATE INDEX "chat_file_message_id_idx" ON "chat_file"("message_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key_key" ON "user"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "user_account_key_key" ON "user"("account_key");

-- CreateIndex
CREATE INDEX "user_tenant_id_id_idx" ON "user"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "group_tenant_id_id_idx" ON "group"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_absolute_expires_at_idx" ON "session"("absolute_expires_at");

-- CreateIndex
CREATE INDEX "rate_limit_expire_idx" ON "rate_limit"("expire");

-- CreateIndex
CREATE UNIQUE INDEX "model_tenant_id_name_key" ON "model"("tenant_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "usage_event_run_id_key" ON "usage_event"("run_id");

-- CreateIndex
CREATE INDEX "usage_event_tenant_id_created_at_idx" ON "usage_event"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "usage_event_user_id_created_at_idx" ON "usage_event"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "workflow_tenant_id_id_idx" ON "workflow"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "workflow_group_id_idx" ON "workflow"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_version_workflow_id_number_key" ON "workflow_version"("workflow_id", "number");

-- AddForeignKey
ALTER TABLE "assistant" ADD CONSTRAINT "assistant_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assistant" ADD CONSTRAINT "assistant_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assistant" ADD CONSTRAINT "assistant_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "assistant" ADD CONSTRAINT "assistant_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favorite_assistant" ADD CONSTRAINT "favorite_assistant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favorite_assistant" ADD CONSTRAINT "favorite_assistant_assistant_id_fkey" FOREIGN KEY ("assistant_id") REFERENCES "assistant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_assistant_id_fkey" FOREIGN KEY ("assistant_id") REFERENCES "assistant"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_last_message_id_fkey" FOREIGN KEY ("last_message_id") REFERENCES "message"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_workflow_version_id_fkey" FOREIGN KEY ("workflow_version_id") REFERENCES "workflow_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_source" ADD CONSTRAINT "message_source_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_feedback" ADD CONSTRAINT "message_feedback_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "message"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group" ADD CONSTRAINT "group_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model" ADD CONSTRAINT "model_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow" ADD CONSTRAINT "workflow_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow" ADD CONSTRAINT "workflow_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_version" ADD CONSTRAINT "workflow_version_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- From here on by hand: what the schema cannot say.

-- Checked at the end of a transaction, so that favourites can change places in one.
ALTER TABLE "favorite_assistant" ADD CONSTRAINT "favorite_assistant_user_id_position_key" UNIQUE ("user_id", "position") DEFERRABLE INITIALLY DEFERRED;

-- One running reply a chat, whatever two processes do at once.
CREATE UNIQUE INDEX "message_one_generating" ON "message"("chat_id") WHERE "status" = 'generating';

-- What the sweeper looks for: replies whose process fell silent.
CREATE INDEX "message_generating_lease" ON "message"("lease_expires_at") WHERE "status" = 'generating';

ALTER TABLE "message"
  ADD CONSTRAINT "message_depth_check" CHECK ("depth" >= 0),
  ADD CONSTRAINT "message_run_check" CHECK ("run_id" IS NULL OR "role" = 'assistant'),
  ADD CONSTRAINT "message_generating_check" CHECK ("status" <> 'generating' OR ("run_id" IS NOT NULL AND "lease_expires_at" IS NOT NULL));

ALTER TABLE "chat"
  ADD CONSTRAINT "chat_version_check" CHECK ("version" >= 0),
  ADD CONSTRAINT "chat_request_count_check" CHECK ("request_count" >= 0);

ALTER TABLE "chat_file" ADD CONSTRAINT "chat_file_size_bytes_check" CHECK ("size_bytes" >= 0);

ALTER TABLE "favorite_assistant" ADD CONSTRAINT "favorite_assistant_position_check" CHECK ("position" >= 0);

ALTER TABLE "tenant" ADD CONSTRAINT "tenant_requests_per_chat_check" CHECK ("requests_per_chat" > 0);

ALTER TABLE "user"
  ADD CONSTRAINT "user_email_key_check" CHECK ("email_key" = lower("email_key")),
  ADD CONSTRAINT "user_account_key_check" CHECK ("account_key" = lower("account_key"));

ALTER TABLE "usage_event" ADD CONSTRAINT "usage_event_tokens_check"
  CHECK ("input_tokens" >= 0 AND "output_tokens" >= 0 AND "cached_tokens" >= 0 AND "reasoning_tokens" >= 0);
