-- Append-only but for what is personal, which goes when a person is erased: no other column may change.
drop trigger append_only on links.versions;
create trigger append_only before delete or truncate or update of link_id, version, made_at on links.versions
  for each statement execute function florin.refuse_change();
grant update (terms) on links.versions to florin_app;

drop trigger append_only on invoices.documents;
create trigger append_only
  before delete or truncate or update of id, request_id, kind, site_id, prefix, number, order_id, shopper_id, payment_id,
    transaction_id, invoice_id, nth, currency, minor, vat_minor, language, content, issued_at
  on invoices.documents for each statement execute function florin.refuse_change();
grant update (buyer) on invoices.documents to florin_app;
