-- A host may also refuse the reversal of a payment that it has not answered: an operator decides about that, too.
alter table isohost.refused_captures add column request text not null default 'capture' check (request in ('capture', 'reversal'));
