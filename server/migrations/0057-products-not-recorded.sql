-- Keys are made before their product is recorded. Those of a product that never was are deleted after a day.
grant delete on issuervault.product_keys, issuervault.ranges to florin_issuer;
