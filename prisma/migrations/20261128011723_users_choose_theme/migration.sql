-- Previous release: compatible
-- AlterTable
ALTER TABLE "tenant" ADD COLUMN     "users_choose_theme" BOOLEAN NOT NULL DEFAULT false;
