-- without a transaction
call orders.validate_end_planned_by();

-- Every start asks which master keys still seal something: of what grows, an index says it.
create index concurrently if not exists verifications_by_key on documents.verifications (get_byte(answers, 0)) where (answers is not null);
create index concurrently if not exists documents_by_key on documents.documents (get_byte(data_key, 0)) where (data_key is not null);
create index concurrently if not exists cases_by_key on disputes.cases (get_byte(evidence, 0)) where (evidence is not null);
create index concurrently if not exists evidence_by_key on disputes.documents (get_byte(data_key, 0)) where (data_key is not null);
create index concurrently if not exists exports_by_key on exports.exports (get_byte(data_key, 0)) where (data_key is not null);
create index concurrently if not exists cards_by_key on cards.cards (get_byte(sealed_delivery, 0)) where (sealed_delivery is not null);
create index concurrently if not exists site_keys_by_key on directory.site_keys (get_byte(sealed, 0));
create index concurrently if not exists signing_keys_by_key on partners.signing_keys (get_byte(sealed, 0));
create index concurrently if not exists staff_factors_by_key on access.staff_factors (get_byte(sealed_secret, 0));
create index concurrently if not exists token_keys_by_key on access.token_keys (get_byte(sealed, 0));
