-- Approved customers are verified again some day: a worker finds out when.
update kyc.cases set due_at = decided_at where status = 'approved' and due_at is null;
