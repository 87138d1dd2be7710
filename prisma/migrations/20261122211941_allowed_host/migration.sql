-- CreateTable
CREATE TABLE "allowed_host" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "allows_private" BOOLEAN NOT NULL DEFAULT false,
    "header_name" TEXT,
    "header_value" BYTEA,
    "header_key_id" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "allowed_host_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "allowed_host_tenant_id_host_key" ON "allowed_host"("tenant_id", "host");

-- AddForeignKey
ALTER TABLE "allowed_host" ADD CONSTRAINT "allowed_host_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
