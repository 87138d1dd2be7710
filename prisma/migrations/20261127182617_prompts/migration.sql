-- Previous release: compatible
-- CreateEnum
CREATE TYPE "prompt_state" AS ENUM ('offered', 'suggested');

-- CreateTable
CREATE TABLE "prompt" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "owner_id" UUID,
    "group_id" UUID,
    "state" "prompt_state" NOT NULL DEFAULT 'offered',
    "name" JSONB NOT NULL,
    "description" JSONB NOT NULL DEFAULT '{"default": ""}',
    "text" JSONB NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "variables" JSONB NOT NULL DEFAULT '[]',
    "assistant_id" UUID,
    "created_by_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "name_key" TEXT NOT NULL GENERATED ALWAYS AS (fold("name" ->> 'default')) STORED,
    "search_key" TEXT NOT NULL GENERATED ALWAYS AS (fold(localized_values("name"))) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prompt_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "prompt_one_owner" CHECK (num_nonnulls("owner_id", "group_id") <= 1),
    CONSTRAINT "prompt_suggested_to_group" CHECK ("state" = 'offered' OR "group_id" IS NOT NULL)
);

-- CreateTable
CREATE TABLE "prompt_version" (
    "prompt_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "name" JSONB NOT NULL,
    "text" JSONB NOT NULL,
    "variables" JSONB NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "prompt_version_pkey" PRIMARY KEY ("prompt_id","number")
);

-- CreateTable
CREATE TABLE "prompt_use" (
    "user_id" UUID NOT NULL,
    "prompt_id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "prompt_use_pkey" PRIMARY KEY ("user_id","prompt_id")
);

-- CreateIndex
CREATE INDEX "prompt_tenant_id_owner_id_group_id_idx" ON "prompt"("tenant_id", "owner_id", "group_id");

-- CreateIndex
CREATE INDEX "prompt_owner_id_idx" ON "prompt"("owner_id");

-- CreateIndex
CREATE INDEX "prompt_group_id_idx" ON "prompt"("group_id");

-- CreateIndex
CREATE INDEX "prompt_assistant_id_idx" ON "prompt"("assistant_id");

-- CreateIndex
CREATE INDEX "prompt_created_by_id_idx" ON "prompt"("created_by_id");

-- CreateIndex
CREATE INDEX "prompt_version_created_by_id_idx" ON "prompt_version"("created_by_id");

-- CreateIndex
CREATE INDEX "prompt_use_prompt_id_idx" ON "prompt_use"("prompt_id");

-- AddForeignKey
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_assistant_id_fkey" FOREIGN KEY ("assistant_id") REFERENCES "assistant"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt" ADD CONSTRAINT "prompt_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_version" ADD CONSTRAINT "prompt_version_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_version" ADD CONSTRAINT "prompt_version_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_use" ADD CONSTRAINT "prompt_use_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prompt_use" ADD CONSTRAINT "prompt_use_prompt_id_fkey" FOREIGN KEY ("prompt_id") REFERENCES "prompt"("id") ON DELETE CASCADE ON UPDATE CASCADE;
