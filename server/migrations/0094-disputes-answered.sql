-- Disputes as merchants answer them: evidence, a deadline, one response (docs/decisions/0101-disputes-are-answered.md).

-- Until when the acquirer takes a response, as far as it says so.
alter table disputes.events add column respond_by timestamptz;

-- What is done about a chargeback, beside its money. It begins and ends by the commits that book the chargeback.
create table disputes.cases (
  id                bigint primary key references payments.payments, -- the chargeback
  version           integer not null default 1,
  payment_id        bigint not null references payments.payments, -- what is disputed
  site_id           integer not null,
  merchant_id       integer not null,
  connector         text not null,
  dispute           text not null, -- the acquirer's name of it
  authorization_key text not null,
  reason            text not null,
  currency          text not null,
  minor             bigint not null check (minor > 0),
  status            text not null check (status in ('opened', 'needsResponse', 'submitting', 'accepting', 'responded', 'accepted', 'expired', 'won', 'lost')),
  opened_at         timestamptz not null,
  respond_by        timestamptz, -- null: the acquirer has not said
  evidence          bytea, -- texts, under the master key of documents
  evidence_digest   bytea, -- of these, under the key of fingerprints
  request_key       text unique, -- of the response, from its intent on
  reminded_at       timestamptz, -- when the merchant was reminded of the deadline
  due_at            timestamptz,
  due_tries         integer not null default 0,
  leased_until      timestamptz,
  check ((evidence is null) = (evidence_digest is null))
);
create index on disputes.cases (site_id, id);
create index on disputes.cases (status, id);
create index on disputes.cases (payment_id);
create index on disputes.cases (due_at) where due_at is not null;

create table disputes.case_transitions (
  id          bigint generated always as identity primary key,
  case_id     bigint not null references disputes.cases,
  from_status text, -- null: the dispute was opened
  to_status   text not null,
  action      text not null,
  actor       text not null,
  note        text,
  occurred_at timestamptz not null
);
create index on disputes.case_transitions (case_id, id);
create trigger append_only before update or delete or truncate on disputes.case_transitions
  execute function florin.refuse_change();

-- Files of evidence. Each is sealed in pieces under a key of its own, as documents of customers are.
create table disputes.documents (
  id         uuid primary key,
  case_id    bigint not null references disputes.cases,
  kind       text not null,
  status     text not null check (status in ('stored', 'removed')),
  media_type text not null check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes      integer not null check (bytes > 0),
  chunks     integer not null check (chunks > 0),
  digest     bytea not null, -- SHA-256 of the file
  data_key   bytea, -- under the master key; null when it is removed: nothing opens the pieces any more
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((status = 'removed') = (data_key is null)),
  check ((status = 'removed') = (removed_at is not null))
);
create index on disputes.documents (case_id);

create table disputes.document_pieces (
  document_id uuid not null references disputes.documents,
  number      integer not null,
  sealed      bytea not null,
  primary key (document_id, number)
);
-- Sealed bytes do not compress.
alter table disputes.document_pieces alter column sealed set storage external;

grant select, insert, update on disputes.cases, disputes.documents to florin_app;
grant select, insert on disputes.case_transitions to florin_app;
grant select, insert, delete on disputes.document_pieces to florin_app;

-- Chargebacks of before: whether they can still be answered is for their acquirers to say.
insert into disputes.cases (id, payment_id, site_id, merchant_id, connector, dispute, authorization_key, reason, currency, minor, status, opened_at)
select c.id, c.parent_id, c.site_id, c.merchant_id, c.connector, c.reference, p.key::text, coalesce(c.reversal_reason, 'other'), c.currency, c.minor, c.status, c.created_at
from payments.payments c join payments.payments p on p.id = c.parent_id
where c.type = 'chargeback';
insert into disputes.case_transitions (case_id, from_status, to_status, action, actor, occurred_at)
select t.payment_id, t.from_status, t.to_status, case t.action when 'chargeBack' then 'open' else t.action end, 'acquirer', t.occurred_at
from payments.payment_transitions t join disputes.cases d on d.id = t.payment_id
order by t.id;
