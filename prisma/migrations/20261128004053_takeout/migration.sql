-- Previous release: compatible
-- Of a user whom it deletes, the zip stays until its end.
-- CreateEnum
CREATE TYPE "takeout_state" AS ENUM ('waiting', 'running', 'ready', 'failed');

-- CreateTable
CREATE TABLE "takeout" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "state" "takeout_state" NOT NULL DEFAULT 'waiting',
    "job_id" UUID NOT NULL,
    "attempt_id" UUID,
    "time_zone" TEXT NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER,
    "storage_key" TEXT,
    "size_bytes" BIGINT,
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "takeout_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "takeout_user_id_key" ON "takeout"("user_id");

-- AddForeignKey
ALTER TABLE "takeout" ADD CONSTRAINT "takeout_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The zip goes with its row, however it goes.
CREATE FUNCTION remove_takeout_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removal (storage_key, due_at) VALUES (OLD.storage_key, now())
  ON CONFLICT (storage_key) DO UPDATE SET due_at = excluded.due_at;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_takeout_file AFTER DELETE ON takeout FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION remove_takeout_file();
