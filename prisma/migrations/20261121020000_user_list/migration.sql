-- Part of PostgreSQL's own distribution, and trusted: whoever owns the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateIndex
CREATE INDEX "user_tenant_id_status_idx" ON "user"("tenant_id", "status");

-- CreateIndex
CREATE INDEX "user_search_key_trgm" ON "user" USING GIN ("search_key" gin_trgm_ops);
