-- CreateTable
CREATE TABLE "backup" (
    "finished_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "backup_pkey" PRIMARY KEY ("finished_at")
);

-- The owner of the database says that there is a backup; the application reads it.
REVOKE INSERT, UPDATE, DELETE ON "backup" FROM heddle_app;
