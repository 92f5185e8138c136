-- Payouts that were made for files are looked at as well: a bank may be connected since, or their account replaced.
update merchant_payouts.payouts set due_at = created_at where status = 'created' and due_at is null;
