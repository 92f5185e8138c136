-- Keys are made before their product is recorded. Those of a product that never was are deleted after a day.
grant delete on issuervault.product_keys, issuervault.ranges to florin_issuer;

-- How long approvals of the partner's customers hold, as ISO 8601 has it. Without it: as FLORIN_KYC_VALID says.
alter table programmes.settings add column kyc_valid text;
