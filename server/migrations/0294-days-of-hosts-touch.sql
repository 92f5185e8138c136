-- Where a day of a host begins: where the last one that was closed ended. Null: as its profile has it.
alter table isohost.business_days add column begins_at timestamptz;
