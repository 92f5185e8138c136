-- Whether commits waited for a replica when the mark was made: only then a promoted one has all that was acknowledged.
alter table florin.marks add column synchronous boolean not null default false;
