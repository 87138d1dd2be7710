-- Previous release: compatible
-- CreateEnum
CREATE TYPE "temporary_chats" AS ENUM ('allowed', 'forbidden', 'groups');

-- AlterTable
ALTER TABLE "chat" ADD COLUMN     "temporary_until" TIMESTAMPTZ(3);
-- What has ended is found by the worker; ordinary chats have no entry.
CREATE INDEX "chat_temporary_until_idx" ON "chat"("temporary_until") WHERE "temporary_until" IS NOT NULL;

-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "temporary_chat_group_ids" UUID[] DEFAULT ARRAY[]::UUID[],
ADD COLUMN     "temporary_chats" "temporary_chats" NOT NULL DEFAULT 'allowed';

-- Unlogged (docs/decisions/0046): the write-ahead log never has a key, a crash of the database loses them all, and dumps leave them out.
CREATE UNLOGGED TABLE "temporary_chat_key" (
    "chat_id" UUID NOT NULL,
    "key_id" TEXT NOT NULL,
    "ciphertext" BYTEA NOT NULL,

    CONSTRAINT "temporary_chat_key_pkey" PRIMARY KEY ("chat_id")
);

-- AddForeignKey
ALTER TABLE "temporary_chat_key" ADD CONSTRAINT "temporary_chat_key_chat_id_fkey" FOREIGN KEY ("chat_id") REFERENCES "chat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A search has no temporary chat: nothing of one waits to be indexed.
CREATE OR REPLACE FUNCTION note_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_pending (chat_id, message_id) SELECT c.id, NEW.id FROM chat c WHERE c.id = NEW.chat_id AND c.temporary_until IS NULL;
  RETURN NULL;
END
$$;

-- Of a temporary chat nothing is said outside its sealed texts, and nothing keeps it longer.
ALTER TABLE "chat" ADD CONSTRAINT "chat_temporary_check" CHECK ("temporary_until" IS NULL
  OR "title" IS NULL AND "folder_id" IS NULL AND "pinned_at" IS NULL AND "archived_at" IS NULL);
