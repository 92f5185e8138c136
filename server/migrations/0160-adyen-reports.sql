-- Settlement details reports of Adyen: announced by webhook, fetched by a job, and listed once they are whole.
create table adyen.reports (
  id           bigint generated always as identity primary key,
  connector    text not null,
  name         text not null, -- of the file
  path         text not null, -- where it is, on Adyen's host for reports
  announced_at timestamptz not null,
  lines        integer not null default 0, -- of its lines those that are recorded
  number       bigint, -- 1, 2, 3 …: its place in the list of whole reports; null: it is not whole yet
  settled_on   date, -- when it was paid out; null: it is not whole yet
  tries        integer not null default 0,
  trouble      text, -- why the last try failed
  due_at       timestamptz,
  leased_until timestamptz,
  constraint adyen_report_name unique (connector, name),
  constraint adyen_report_number unique (connector, number),
  check ((number is null) = (settled_on is null))
);
create index on adyen.reports (due_at) where due_at is not null;
create trigger notify_due after insert on adyen.reports for each statement execute function florin.notify_due();
grant select, insert, update on adyen.reports to florin_app;

-- What Adyen has settled with us, by the lines of its reports. Amounts are above zero when they are credited to us.
create table adyen.settlement_lines (
  id                bigint generated always as identity primary key,
  report_id         bigint not null references adyen.reports,
  line              integer not null,
  batch             text not null,
  type              text not null check (type in ('capture', 'reversal', 'refund', 'chargeback', 'representment', 'fee',
    'reserve', 'adjustment', 'transfer')),
  journal_type      text not null, -- as Adyen calls it
  authorization_key uuid, -- our key of the payment, where it is ours
  request_key       uuid, -- our key of the refund or the reversal
  reference         text, -- Adyen's name of the payment or of the dispute
  currency          text not null,
  gross_minor       bigint not null,
  fees_minor        bigint not null,
  net_minor         bigint not null,
  fees              jsonb not null, -- its parts as the report has them: commission, markup, scheme fees, interchange
  booked_on         date not null,
  constraint adyen_line_once unique (report_id, line)
);
create trigger append_only before update or delete or truncate on adyen.settlement_lines
  for each statement execute function florin.refuse_change();
grant select, insert on adyen.settlement_lines to florin_app;
