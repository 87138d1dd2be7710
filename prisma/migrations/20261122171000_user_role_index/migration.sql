-- DropIndex
DROP INDEX "user_tenant_id_status_idx";

-- CreateIndex
CREATE INDEX "user_tenant_id_role_status_idx" ON "user"("tenant_id", "role", "status");
