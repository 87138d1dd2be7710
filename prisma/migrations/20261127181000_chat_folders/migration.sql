-- Previous release: compatible
-- AlterTable
ALTER TABLE "chat" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "folder_id" UUID,
ADD COLUMN     "pinned_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "chat_folder" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "parent_id" UUID,
    "name" TEXT NOT NULL,
    "color" TEXT,
    "position" INTEGER NOT NULL,
    "assistant_id" UUID,
    "instructions" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_folder_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chat_folder_owner_id_parent_id_position_idx" ON "chat_folder"("owner_id", "parent_id", "position");

-- CreateIndex
CREATE INDEX "chat_folder_tenant_id_idx" ON "chat_folder"("tenant_id");

-- CreateIndex
CREATE INDEX "chat_folder_parent_id_idx" ON "chat_folder"("parent_id");

-- CreateIndex
CREATE INDEX "chat_folder_assistant_id_idx" ON "chat_folder"("assistant_id");

-- Also counts the chats of a folder that are not archived, without reading them.
CREATE INDEX "chat_folder_id_updated_at_id_idx" ON "chat"("folder_id", "updated_at" DESC, "id" DESC) INCLUDE ("archived_at")
  WHERE "folder_id" IS NOT NULL;

-- The list of the drawer: what is neither in a folder nor pinned nor archived.
CREATE INDEX "chat_unfiled_idx" ON "chat"("owner_id", "updated_at" DESC, "id" DESC)
  WHERE "folder_id" IS NULL AND "pinned_at" IS NULL AND "archived_at" IS NULL;

CREATE INDEX "chat_pinned_idx" ON "chat"("owner_id", "updated_at" DESC, "id" DESC) WHERE "pinned_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "chat" ADD CONSTRAINT "chat_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "chat_folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_folder" ADD CONSTRAINT "chat_folder_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_folder" ADD CONSTRAINT "chat_folder_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_folder" ADD CONSTRAINT "chat_folder_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "chat_folder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_folder" ADD CONSTRAINT "chat_folder_assistant_id_fkey" FOREIGN KEY ("assistant_id") REFERENCES "assistant"("id") ON DELETE SET NULL ON UPDATE CASCADE;
