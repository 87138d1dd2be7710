-- What is not seen (soft hyphens, zero-width characters, selectors of variants) does not matter either, and a radical is its character:
-- as `fold` of packages/text/src/search/folding.ts.
CREATE OR REPLACE FUNCTION fold(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lower(normalize(translate(
    regexp_replace(coalesce($1, ''), '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U000E0000-\U000E0FFF]', '', 'g'),
    '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲⻳',
    '厂乛乚乙亻冂𠘨刀刂卜㔾小小兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爫丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋耂肀聿肉𦥑艹艹艹虎衤覀西见角𧢲讠贝𧾷车辶辶辶邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀龟'
  ), NFKC)) $$;

-- A generated column is computed again when what it is made of is written.
UPDATE "group" SET "name" = "name" WHERE "search_key" <> fold(localized_values("name")) OR "name_key" <> fold("name" ->> 'default');
UPDATE "user" SET "name" = "name", "email" = "email", "account" = "account"
WHERE "name_key" <> fold("name" ->> 'default')
  OR "search_key" <> fold(localized_values("name") || E'\n' || coalesce("email", '') || E'\n' || coalesce("account", ''));

-- Names for signing in are folded by the service; one that another user has by now stays as it is.
UPDATE "user" u SET "email_key" = fold("email_key") WHERE "email_key" <> fold("email_key")
  AND NOT EXISTS (SELECT FROM "user" other WHERE other."tenant_id" = u."tenant_id" AND other."email_key" = fold(u."email_key"));
UPDATE "user" u SET "account_key" = fold("account_key") WHERE "account_key" <> fold("account_key")
  AND NOT EXISTS (SELECT FROM "user" other WHERE other."tenant_id" = u."tenant_id" AND other."account_key" = fold(u."account_key"));

-- The worker folds again what was said with one of these characters; its segment is found until then as it was.
INSERT INTO search_pending (chat_id, message_id)
SELECT m.chat_id, m.id FROM message m
WHERE m.status <> 'generating' AND m.content <> '' AND m.content ~ '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2E80-\u2EFF\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U000E0000-\U000E0FFF]'
ORDER BY m.chat_id, m.id;
