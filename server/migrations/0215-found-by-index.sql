-- without a transaction

-- What is sealed again when a customer is erased.
create index concurrently if not exists disputes_holder_id on chargebacks.disputes (holder_id);
-- Files that were removed lately, whose pieces are deleted.
create index concurrently if not exists documents_removed_at on documents.documents (removed_at) where removed_at is not null;
create index concurrently if not exists evidence_removed_at on disputes.documents (removed_at) where removed_at is not null;
-- Emails whose content is to be deleted when they are old; what was deleted is not looked at again each day.
create index concurrently if not exists emails_with_content on emails.emails (created_at) where content is not null and status <> 'waiting';
