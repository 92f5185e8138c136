-- The rows of a small shop of this version, with test keys (keys.json) and test cards. Never edited.
-- In one transaction: the lines of the ledger come with their entries.
begin;
delete from florin.clock;

insert into outbox.events (id, name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at) overriding system value values
  ('1', 'orderOpened', 'site', '10001', 'order', '1001', '{"type": "purchase", "amount": "20.00", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('2', 'paymentStatusChanged', 'site', '10001', 'payment', '1001', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "20.00", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('3', 'orderStatusChanged', 'site', '10001', 'order', '1001', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-05-04 10:00:00+00'),
  ('4', 'orderOpened', 'site', '10001', 'order', '1002', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('5', 'paymentStatusChanged', 'site', '10001', 'payment', '1002', '{"to": "authorized", "from": "authorizing", "action": "approve", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('6', 'orderStatusChanged', 'site', '10001', 'order', '1002', '{"to": "in-progress", "from": "start", "action": "reserve"}', '2026-05-04 10:00:00+00'),
  ('7', 'paymentStatusChanged', 'site', '10001', 'payment', '1002', '{"to": "capturing", "from": "authorized", "action": "requestCapture", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('8', 'paymentStatusChanged', 'site', '10001', 'payment', '1002', '{"to": "captured", "from": "capturing", "action": "capture", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('9', 'orderStatusChanged', 'site', '10001', 'order', '1002', '{"to": "complete-ok", "from": "in-progress", "action": "pay"}', '2026-05-04 10:00:00+00'),
  ('10', 'orderOpened', 'site', '10001', 'order', '1003', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('11', 'paymentStatusChanged', 'site', '10001', 'payment', '1003', '{"to": "authorized", "from": "authorizing", "action": "approve", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('12', 'orderStatusChanged', 'site', '10001', 'order', '1003', '{"to": "in-progress", "from": "start", "action": "reserve"}', '2026-05-04 10:00:00+00'),
  ('13', 'paymentStatusChanged', 'site', '10001', 'payment', '1003', '{"to": "voiding", "from": "authorized", "action": "requestVoid", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('14', 'paymentStatusChanged', 'site', '10001', 'payment', '1003', '{"to": "voided", "from": "voiding", "action": "void", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('15', 'orderStatusChanged', 'site', '10001', 'order', '1003', '{"to": "complete-failed", "from": "in-progress", "action": "fail", "reason": "authorization_voided"}', '2026-05-04 10:00:00+00'),
  ('16', 'orderOpened', 'site', '10001', 'order', '1004', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('17', 'paymentStatusChanged', 'site', '10001', 'payment', '1004', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('18', 'orderStatusChanged', 'site', '10001', 'order', '1004', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-05-04 10:00:00+00'),
  ('19', 'paymentStatusChanged', 'site', '10001', 'payment', '1004', '{"to": "cancelling", "from": "captured", "action": "requestCancel", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('20', 'paymentStatusChanged', 'site', '10001', 'payment', '1004', '{"to": "cancelled", "from": "cancelling", "action": "cancel", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('21', 'orderOpened', 'site', '10001', 'order', '1005', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('22', 'paymentStatusChanged', 'site', '10001', 'payment', '1005', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('23', 'orderStatusChanged', 'site', '10001', 'order', '1005', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-05-04 10:00:00+00'),
  ('24', 'orderOpened', 'site', '10001', 'order', '1006', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('25', 'paymentStatusChanged', 'site', '10001', 'payment', '1006', '{"to": "failed", "from": "authorizing", "action": "decline", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('26', 'orderStatusChanged', 'site', '10001', 'order', '1006', '{"to": "complete-failed", "from": "start", "action": "fail", "reason": "card_lost_or_stolen"}', '2026-05-04 10:00:00+00'),
  ('27', 'orderOpened', 'site', '10001', 'order', '1007', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('28', 'paymentStatusChanged', 'site', '10001', 'payment', '1007', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('29', 'orderStatusChanged', 'site', '10001', 'order', '1007', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-05-04 10:00:00+00'),
  ('30', 'orderOpened', 'site', '10001', 'order', '1008', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('31', 'paymentStatusChanged', 'site', '10001', 'payment', '1008', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('32', 'orderStatusChanged', 'site', '10001', 'order', '1008', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-05-04 10:00:00+00'),
  ('33', 'orderOpened', 'site', '10001', 'order', '1009', '{"type": "recurring", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('34', 'paymentStatusChanged', 'site', '10001', 'payment', '1009', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "1.00", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('35', 'orderStatusChanged', 'site', '10001', 'order', '1009', '{"to": "in-progress", "from": "start", "action": "activate"}', '2026-05-04 10:00:00+00'),
  ('36', 'orderOpened', 'site', '10001', 'order', '1010', '{"type": "recurring", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('37', 'paymentStatusChanged', 'site', '10001', 'payment', '1010', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('38', 'orderStatusChanged', 'site', '10001', 'order', '1010', '{"to": "in-progress", "from": "start", "action": "activate"}', '2026-05-04 10:00:00+00'),
  ('39', 'linkCreated', 'site', '10001', 'link', '1001', '{"hash": "AgQrYM18jpLSYK8L"}', '2026-05-04 10:00:00+00'),
  ('40', 'orderOpened', 'site', '10001', 'order', '1011', '{"type": "purchase", "amount": "12.40", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('41', 'paymentStatusChanged', 'site', '10001', 'payment', '1011', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "12.40", "currency": "EUR"}', '2026-05-04 10:00:00+00'),
  ('42', 'orderStatusChanged', 'site', '10001', 'order', '1011', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-05-04 10:00:00+00'),
  ('43', 'paymentStatusChanged', 'site', '10001', 'payment', '1012', '{"to": "refunded", "from": "refunding", "action": "refund", "amount": "4.90", "currency": "EUR"}', '2026-05-05 10:00:00+00'),
  ('44', 'orderOpened', 'site', '10001', 'order', '1012', '{"type": "credit", "amount": "5.00", "currency": "EUR"}', '2026-05-05 10:00:00+00'),
  ('45', 'paymentStatusChanged', 'site', '10001', 'payment', '1013', '{"to": "credited", "from": "crediting", "action": "credit", "amount": "5.00", "currency": "EUR"}', '2026-05-05 10:00:00+00'),
  ('46', 'orderStatusChanged', 'site', '10001', 'order', '1012', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-05-05 10:00:00+00'),
  ('47', 'paymentStatusChanged', 'site', '10001', 'payment', '1014', '{"to": "opened", "action": "chargeBack", "amount": "9.90", "currency": "EUR"}', '2026-05-09 10:00:00+00'),
  ('48', 'paymentStatusChanged', 'site', '10001', 'payment', '1008', '{"to": "disputed", "from": "captured", "action": "dispute", "amount": "9.90", "currency": "EUR"}', '2026-05-09 10:00:00+00'),
  ('49', 'paymentStatusChanged', 'site', '10001', 'payment', '1015', '{"to": "opened", "action": "chargeBack", "amount": "9.90", "currency": "EUR"}', '2026-05-09 10:00:00+00'),
  ('50', 'paymentStatusChanged', 'site', '10001', 'payment', '1007', '{"to": "disputed", "from": "captured", "action": "dispute", "amount": "9.90", "currency": "EUR"}', '2026-05-09 10:00:00+00'),
  ('51', 'paymentStatusChanged', 'site', '10001', 'payment', '1015', '{"to": "lost", "from": "opened", "action": "lose", "amount": "9.90", "currency": "EUR"}', '2026-05-19 10:00:00+00'),
  ('52', 'paymentStatusChanged', 'site', '10001', 'payment', '1007', '{"to": "chargedBack", "from": "disputed", "action": "forfeit", "amount": "9.90", "currency": "EUR"}', '2026-05-19 10:00:00+00'),
  ('53', 'paymentStatusChanged', 'site', '10001', 'payment', '1014', '{"to": "won", "from": "opened", "action": "win", "amount": "9.90", "currency": "EUR"}', '2026-05-19 10:00:00+00'),
  ('54', 'paymentStatusChanged', 'site', '10001', 'payment', '1016', '{"to": "represented", "action": "represent", "amount": "9.90", "currency": "EUR"}', '2026-05-19 10:00:00+00'),
  ('55', 'paymentStatusChanged', 'site', '10001', 'payment', '1008', '{"to": "captured", "from": "disputed", "action": "clear", "amount": "9.90", "currency": "EUR"}', '2026-05-19 10:00:00+00'),
  ('56', 'paymentStatusChanged', 'site', '10001', 'payment', '1018', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-06-04 10:00:00+00'),
  ('57', 'paymentStatusChanged', 'site', '10001', 'payment', '1017', '{"to": "failed", "from": "authorizing", "action": "decline", "amount": "9.90", "currency": "EUR"}', '2026-06-04 10:00:00+00'),
  ('58', 'orderStatusChanged', 'site', '10001', 'order', '1010', '{"to": "retrying", "from": "in-progress", "action": "failAttempt"}', '2026-06-04 10:00:00+00'),
  ('59', 'orderPaymentFailed', 'site', '10001', 'order', '1010', '{"period": 1, "reason": "card_blacklisted", "retryAt": "2026-06-05T10:00:00Z", "retriesLeft": 3}', '2026-06-04 10:00:00+00'),
  ('60', 'paymentStatusChanged', 'site', '10001', 'payment', '1019', '{"to": "failed", "from": "authorizing", "action": "decline", "amount": "9.90", "currency": "EUR"}', '2026-06-05 10:00:00+00'),
  ('61', 'orderPaymentFailed', 'site', '10001', 'order', '1010', '{"period": 1, "reason": "card_blacklisted", "retryAt": "2026-06-07T10:00:00Z", "retriesLeft": 2}', '2026-06-05 10:00:00+00'),
  ('62', 'paymentStatusChanged', 'site', '10001', 'payment', '1020', '{"to": "failed", "from": "authorizing", "action": "decline", "amount": "9.90", "currency": "EUR"}', '2026-06-07 10:00:00+00'),
  ('63', 'orderPaymentFailed', 'site', '10001', 'order', '1010', '{"period": 1, "reason": "card_blacklisted", "retryAt": "2026-06-11T10:00:00Z", "retriesLeft": 1}', '2026-06-07 10:00:00+00'),
  ('64', 'paymentStatusChanged', 'site', '10001', 'payment', '1021', '{"to": "failed", "from": "authorizing", "action": "decline", "amount": "9.90", "currency": "EUR"}', '2026-06-11 10:00:00+00'),
  ('65', 'orderStatusChanged', 'site', '10001', 'order', '1010', '{"to": "complete-ok", "from": "retrying", "action": "end", "reason": "retries_exhausted"}', '2026-06-11 10:00:00+00'),
  ('66', 'paymentStatusChanged', 'site', '10001', 'payment', '1022', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-07-04 10:00:00+00'),
  ('67', 'orderOpened', 'site', '10001', 'order', '1013', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-07-06 10:00:00+00'),
  ('68', 'paymentStatusChanged', 'site', '10001', 'payment', '1023', '{"to": "authorized", "from": "authorizing", "action": "approve", "amount": "9.90", "currency": "EUR"}', '2026-07-06 10:00:00+00'),
  ('69', 'orderStatusChanged', 'site', '10001', 'order', '1013', '{"to": "in-progress", "from": "start", "action": "reserve"}', '2026-07-06 10:00:00+00'),
  ('70', 'orderOpened', 'site', '10001', 'order', '1014', '{"type": "purchase", "amount": "9.90", "currency": "EUR"}', '2026-07-06 10:00:00+00'),
  ('71', 'paymentStatusChanged', 'site', '10001', 'payment', '1024', '{"to": "captured", "from": "authorizing", "action": "sell", "amount": "9.90", "currency": "EUR"}', '2026-07-06 10:00:00+00'),
  ('72', 'orderStatusChanged', 'site', '10001', 'order', '1014', '{"to": "complete-ok", "from": "start", "action": "pay"}', '2026-07-06 10:00:00+00'),
  ('73', 'paymentStatusChanged', 'site', '10001', 'payment', '1025', '{"to": "refunded", "from": "refunding", "action": "refund", "amount": "1.00", "currency": "EUR"}', '2026-07-06 10:00:00+00'),
  ('74', 'orderOpened', 'site', '10001', 'order', '1015', '{"type": "purchase", "amount": "12.40", "currency": "EUR"}', '2026-07-06 10:00:00+00');

insert into florin.scheduled_tasks (id, name, due_at, leased_until) overriding system value values
  ('1', 'forget old idempotency keys', '2026-07-07 10:00:00+00', NULL),
  ('2', 'checkpoint the accounts', '2026-07-07 10:00:00+00', NULL),
  ('3', 'sweep orphans out of the vault', '2026-07-07 10:00:00+00', NULL),
  ('4', 'delete old emails', '2026-07-07 10:00:00+00', NULL);

insert into florin.clock (id, offset_ms, paused_at, version, run_by, run_until) overriding system value values
  ('true', '0', NULL, '0', NULL, NULL);

insert into directory.merchants (id, name, created_at) overriding system value values
  ('101', 'Crumb & Co.', '2026-05-04 10:00:00+00');

insert into directory.sites (id, merchant_id, version, name, live, active, currencies, time_zone, created_at, notification_url, back_url, cut_off, fee_basis_points, fee_fixed_minor, attempts_max, retry_schedule, payouts_allowed, payout_max_minor, logo, theme_color, frame_ancestors, receipts, reminders, sender_name, reply_to, language) overriding system value values
  ('10001', '101', '1', 'Demo shop', 'false', 'true', '{EUR,RON,USD,GBP,CHF,ILS}', 'Europe/Bucharest', '2026-05-04 10:00:00+00', 'http://127.0.0.1:18480/demo/notifications', 'http://127.0.0.1:18480/demo/return', '00:00:00', '140', '25', '3', 'P1D,P3D,P7D', 'true', '100000', NULL, '#9a3412', '{}', 'true', 'true', NULL, NULL, 'en');

insert into directory.site_keys (id, site_id, sealed, fingerprint, created_at, expires_at) overriding system value values
  ('1', '10001', E'\\x013140675eb1354719d99b5be209c0964d5d07efb03c8a0c5bad516859cbfeea926e9a5523fbab851935666fa930df487ec788514e3dcbba8a1db8a863', E'\\xc4d46ec0b067e50925e71755d6455ebc3026c9be8078fe2bfeaf05a0e0452af8', '2026-05-04 10:00:00+00', NULL);

insert into directory.staff (id, merchant_id, email, name, role, password_hash, created_at) overriding system value values
  ('1', '101', 'ana@bakery.example', 'Ana', 'owner', '$argon2id$v=19$m=19456,t=2,p=1$CMMiKYnzolrddxrrZgagmA$i2OQ380UK9+1gyudC8ubPR9z62fjaHj+93bt0TZvZJ0', '2026-05-04 10:00:00+00');

insert into directory.audit (id, actor, action, owner_kind, owner_id, subject_type, subject_id, before, after, from_where, occurred_at) overriding system value values
  ('1', 'seed', 'merchantCreated', 'merchant', '101', 'merchant', '101', NULL, '{"name": "Crumb & Co."}', 'command line', '2026-05-04 10:00:00+00'),
  ('2', 'seed', 'siteCreated', 'site', '10001', 'site', '10001', NULL, '{"live": false, "logo": null, "name": "Demo shop", "active": true, "cutOff": "00:00:00", "backUrl": "http://127.0.0.1:18480/demo/return", "pricing": {"fixedMinor": "25", "basisPoints": 140}, "replyTo": null, "language": "en", "receipts": true, "timeZone": "Europe/Bucharest", "reminders": true, "currencies": ["EUR", "RON", "USD", "GBP", "CHF", "ILS"], "merchantId": 101, "senderName": null, "themeColor": "#9a3412", "attemptsMax": 3, "retrySchedule": "P1D,P3D,P7D", "frameAncestors": [], "payoutMaxMinor": "100000", "payoutsAllowed": true, "notificationUrl": "http://127.0.0.1:18480/demo/notifications"}', 'command line', '2026-05-04 10:00:00+00'),
  ('3', 'operator', 'staffAdded', 'merchant', '101', 'staff', '1', NULL, '{"name": "Ana", "role": "owner", "email": "ana@bakery.example", "merchantId": 101}', 'command line', '2026-05-04 10:00:00+00');

insert into ledger.entries (id, recipe, reference, posted_at) overriding system value values
  ('1', 'paymentCaptured', 'payment 1001', '2026-05-04 10:00:00+00'),
  ('2', 'paymentCaptured', 'payment 1002', '2026-05-04 10:00:00+00'),
  ('3', 'paymentCaptured', 'payment 1004', '2026-05-04 10:00:00+00'),
  ('4', 'paymentCancelled', 'payment 1004', '2026-05-04 10:00:00+00'),
  ('5', 'paymentCaptured', 'payment 1005', '2026-05-04 10:00:00+00'),
  ('6', 'paymentCaptured', 'payment 1007', '2026-05-04 10:00:00+00'),
  ('7', 'paymentCaptured', 'payment 1008', '2026-05-04 10:00:00+00'),
  ('8', 'paymentCaptured', 'payment 1009', '2026-05-04 10:00:00+00'),
  ('9', 'paymentCaptured', 'payment 1010', '2026-05-04 10:00:00+00'),
  ('10', 'paymentCaptured', 'payment 1011', '2026-05-04 10:00:00+00'),
  ('11', 'batchClosed', 'batch 10001 EUR 2026-05-04T21:00:00Z 0', '2026-05-05 10:00:00+00'),
  ('12', 'paymentRefunded', 'payment 1012', '2026-05-05 10:00:00+00'),
  ('13', 'shopperPaidOut', 'payment 1013', '2026-05-05 10:00:00+00'),
  ('14', 'batchClosed', 'batch 10001 EUR 2026-05-05T21:00:00Z 0', '2026-05-06 10:00:00+00'),
  ('15', 'chargebackOpened', 'payment 1014', '2026-05-09 10:00:00+00'),
  ('16', 'chargebackOpened', 'payment 1015', '2026-05-09 10:00:00+00'),
  ('17', 'batchClosed', 'batch 10001 EUR 2026-05-09T21:00:00Z 0', '2026-05-10 10:00:00+00'),
  ('18', 'chargebackLost', 'payment 1015', '2026-05-19 10:00:00+00'),
  ('19', 'chargebackWon', 'payment 1016', '2026-05-19 10:00:00+00'),
  ('20', 'batchClosed', 'batch 10001 EUR 2026-05-19T21:00:00Z 0', '2026-05-20 10:00:00+00'),
  ('21', 'paymentCaptured', 'payment 1018', '2026-06-04 10:00:00+00'),
  ('22', 'batchClosed', 'batch 10001 EUR 2026-06-04T21:00:00Z 0', '2026-06-05 10:00:00+00'),
  ('23', 'paymentCaptured', 'payment 1022', '2026-07-04 10:00:00+00'),
  ('24', 'batchClosed', 'batch 10001 EUR 2026-07-04T21:00:00Z 0', '2026-07-05 10:00:00+00'),
  ('25', 'paymentCaptured', 'payment 1024', '2026-07-06 10:00:00+00'),
  ('26', 'paymentRefunded', 'payment 1025', '2026-07-06 10:00:00+00');

insert into ledger.lines (entry_id, account, currency, minor) overriding system value values
  ('1', 'acquirer:captured', 'EUR', '2000'),
  ('1', 'income:fees', 'EUR', '-53'),
  ('1', 'merchant:101:payable', 'EUR', '-1947'),
  ('2', 'acquirer:captured', 'EUR', '750'),
  ('2', 'income:fees', 'EUR', '-35'),
  ('2', 'merchant:101:payable', 'EUR', '-715'),
  ('3', 'acquirer:captured', 'EUR', '990'),
  ('3', 'income:fees', 'EUR', '-38'),
  ('3', 'merchant:101:payable', 'EUR', '-952'),
  ('4', 'acquirer:captured', 'EUR', '-990'),
  ('4', 'income:fees', 'EUR', '38'),
  ('4', 'merchant:101:payable', 'EUR', '952'),
  ('5', 'acquirer:captured', 'EUR', '990'),
  ('5', 'income:fees', 'EUR', '-38'),
  ('5', 'merchant:101:payable', 'EUR', '-952'),
  ('6', 'acquirer:captured', 'EUR', '990'),
  ('6', 'income:fees', 'EUR', '-38'),
  ('6', 'merchant:101:payable', 'EUR', '-952'),
  ('7', 'acquirer:captured', 'EUR', '990'),
  ('7', 'income:fees', 'EUR', '-38'),
  ('7', 'merchant:101:payable', 'EUR', '-952'),
  ('8', 'acquirer:captured', 'EUR', '100'),
  ('8', 'income:fees', 'EUR', '-26'),
  ('8', 'merchant:101:payable', 'EUR', '-74'),
  ('9', 'acquirer:captured', 'EUR', '990'),
  ('9', 'income:fees', 'EUR', '-38'),
  ('9', 'merchant:101:payable', 'EUR', '-952'),
  ('10', 'acquirer:captured', 'EUR', '1240'),
  ('10', 'income:fees', 'EUR', '-42'),
  ('10', 'merchant:101:payable', 'EUR', '-1198'),
  ('11', 'acquirer:captured', 'EUR', '-8050'),
  ('11', 'acquirer:settling', 'EUR', '8050'),
  ('12', 'acquirer:captured', 'EUR', '-490'),
  ('12', 'income:fees', 'EUR', '6'),
  ('12', 'merchant:101:payable', 'EUR', '484'),
  ('13', 'acquirer:captured', 'EUR', '-500'),
  ('13', 'merchant:101:payable', 'EUR', '500'),
  ('14', 'acquirer:captured', 'EUR', '990'),
  ('14', 'acquirer:settling', 'EUR', '-990'),
  ('15', 'acquirer:captured', 'EUR', '-990'),
  ('15', 'acquirer:disputed', 'EUR', '990'),
  ('15', 'merchant:101:disputed', 'EUR', '-990'),
  ('15', 'merchant:101:payable', 'EUR', '990'),
  ('16', 'acquirer:captured', 'EUR', '-990'),
  ('16', 'acquirer:disputed', 'EUR', '990'),
  ('16', 'merchant:101:disputed', 'EUR', '-990'),
  ('16', 'merchant:101:payable', 'EUR', '990'),
  ('17', 'acquirer:captured', 'EUR', '1980'),
  ('17', 'acquirer:settling', 'EUR', '-1980'),
  ('18', 'acquirer:disputed', 'EUR', '-990'),
  ('18', 'merchant:101:disputed', 'EUR', '990'),
  ('19', 'acquirer:captured', 'EUR', '990'),
  ('19', 'acquirer:disputed', 'EUR', '-990'),
  ('19', 'merchant:101:disputed', 'EUR', '990'),
  ('19', 'merchant:101:payable', 'EUR', '-990'),
  ('20', 'acquirer:captured', 'EUR', '-990'),
  ('20', 'acquirer:settling', 'EUR', '990'),
  ('21', 'acquirer:captured', 'EUR', '990'),
  ('21', 'income:fees', 'EUR', '-38'),
  ('21', 'merchant:101:payable', 'EUR', '-952'),
  ('22', 'acquirer:captured', 'EUR', '-990'),
  ('22', 'acquirer:settling', 'EUR', '990'),
  ('23', 'acquirer:captured', 'EUR', '990'),
  ('23', 'income:fees', 'EUR', '-38'),
  ('23', 'merchant:101:payable', 'EUR', '-952'),
  ('24', 'acquirer:captured', 'EUR', '-990'),
  ('24', 'acquirer:settling', 'EUR', '990'),
  ('25', 'acquirer:captured', 'EUR', '990'),
  ('25', 'income:fees', 'EUR', '-38'),
  ('25', 'merchant:101:payable', 'EUR', '-952'),
  ('26', 'acquirer:captured', 'EUR', '-100'),
  ('26', 'income:fees', 'EUR', '1'),
  ('26', 'merchant:101:payable', 'EUR', '99');

insert into ledger.holds (id, reference, account, currency, minor, posted_minor, status, held_at, ended_at) overriding system value values
  ('1', 'payment 1002', 'merchant:101:authorized', 'EUR', '990', '750', 'posted', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('2', 'payment 1003', 'merchant:101:authorized', 'EUR', '990', '0', 'voided', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('3', 'payment 1023', 'merchant:101:authorized', 'EUR', '990', '0', 'held', '2026-07-06 10:00:00+00', NULL);

insert into vault.cards (token, merchant_id, wrapped_key, sealed, key_version, fingerprint, created_at) overriding system value values
  ('99bcf31d-4d9d-4446-a21a-5c6cffe141dc', '101', E'\\x01093e0ab42d4bb19e4c3dfcc88cccb78a84d1f49a856aacfbafe1ae98f761f28f90c34ddb255f8af78956b50b76be6dd661bd2d77110b0320e5297c83', E'\\xd8249b4bc5eb185ae6744cb1a1a52f15c2f59daf73f9c5a6725a6d123296fd2299fe6bfa0a3d04dc21f3149b', '1', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', '2026-05-04 10:00:00+00'),
  ('e3c022e0-9191-471e-b7e2-e0dff7e17777', '101', E'\\x018e2fb0b9155de7f4b5839790d8d43977193ed38e2c15d9a831b415235d23b7269af8ae4cedd36296b00737547ae35f4a77d17bd9b0d35814519bdc43', E'\\x085387810e8b63beeb5191718db773240d5b02ccba7149b7fa4b5c84fbb06dc9fa89544d39cc224400188cb4', '1', E'\\x61f0717e9ea438860e61ef07137e5a9a93dd4947dcc84b2c3ed8f92b2472f99b', '2026-05-04 10:00:00+00');

insert into shoppers.shoppers (id, site_id, identifier, version, email, first_name, last_name, phone, country, state, city, address, zip_code, tags, whitelisted, whitelisted_until, created_at, removed_at) overriding system value values
  ('1001', '10001', 'ana', '1', 'ana@example.com', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', 'false', NULL, '2026-05-04 10:00:00+00', NULL),
  ('1002', '10001', 'bob', '1', 'bob@example.com', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', 'false', NULL, '2026-05-04 10:00:00+00', NULL);

insert into shoppers.cards (id, shopper_id, vault_token, brand, first6, last4, expiry_month, expiry_year, holder_name, fingerprint, status, network_transaction_id, created_at) overriding system value values
  ('1001', '1001', '99bcf31d-4d9d-4446-a21a-5c6cffe141dc', 'visa', '411111', '1111', '12', '2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'active', '474532236413380', '2026-05-04 10:00:00+00'),
  ('1002', '1001', 'e3c022e0-9191-471e-b7e2-e0dff7e17777', 'visa', '400003', '4001', '12', '2034', 'Ana Pop', E'\\x61f0717e9ea438860e61ef07137e5a9a93dd4947dcc84b2c3ed8f92b2472f99b', 'active', '478928404071791', '2026-05-04 10:00:00+00');

insert into payments.payments (id, key, type, source, initiator, status, version, merchant_id, site_id, shopper_id, order_id, period, parent_id, description, ip, currency, minor, captures_at_once, captured_minor, refunded_minor, charged_back_minor, fee_minor, fee_basis_points, batch_id, card_id, stores_token, card_brand, card_first6, card_last4, card_expiry, card_holder_name, card_fingerprint, connector, reference, network_transaction_id, authorization_code, checks, three_d_secure, challenge, decline_reason, reversal_reason, reversal_message, request_key, request_kind, request_minor, due_at, due_tries, leased_until, created_at, approved_at, captured_at) overriding system value values
  ('1001', '4e79e81e-6e09-46bd-8f12-9122e5e667e3', 'deposit', 'service-call', 'cit', 'captured', '3', '101', '10001', '1001', '1001', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '2000', 'true', '2000', '0', '0', '53', '140', '1', '1001', NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_ee8lqf9whm6sv13jtkag', '473787398052894', 'PJ5OPK', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1002', '9d23b567-8153-408f-85c2-d3670680caab', 'deposit', 'service-call', 'cit', 'captured', '5', '101', '10001', '1001', '1002', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'false', '750', '0', '0', '35', '140', '1', NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_9pa2etrbc72zsxx11abf', '409662069626621', 'NTXLDF', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1003', '4a297402-1070-4533-a176-9ba680db7903', 'deposit', 'service-call', 'cit', 'voided', '4', '101', '10001', '1001', '1003', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'false', '0', '0', '0', '0', '0', NULL, NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_hkkoaj762lo7uc7quj3u', '442892975365019', 'CCBPSN', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, 'duplicated-transaction', NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL),
  ('1004', 'e5cccaa1-47f9-4f8e-91be-1f97fbadfd99', 'deposit', 'service-call', 'cit', 'cancelled', '4', '101', '10001', '1001', '1004', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'true', '990', '0', '0', '38', '140', NULL, NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_2sofkn9hb5wsihu3g9fv', '456763300112581', 'SRFSZH', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, 'Sold out', NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1005', 'f12aee50-1f79-46a1-98f3-823323b41a10', 'deposit', 'service-call', 'cit', 'captured', '5', '101', '10001', '1001', '1005', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'true', '990', '490', '0', '38', '140', '1', NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_42178lpnc9fpr5aeplxn', '441231170285226', 'ZHN6ZK', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1006', '05502247-48f7-425a-a367-cdecbbe8b06e', 'deposit', 'service-call', 'cit', 'failed', '2', '101', '10001', '1001', '1006', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'true', '0', '0', '0', '0', '0', NULL, NULL, NULL, 'visa', '400002', '1008', '12/2034', 'Ana Pop', E'\\x69280d9b21189c0391ad7afdb7f0583f3a6fe6e470d303a69f93e83a3c642fad', 'sandbox', 'sbx_mm7k96sbqqpbox2mn7pe', NULL, NULL, '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', NULL, NULL, 'card_lost_or_stolen', NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', NULL, NULL),
  ('1007', '01843bf7-e457-4925-b2b3-f80cd803e6e9', 'deposit', 'service-call', 'cit', 'chargedBack', '5', '101', '10001', '1001', '1007', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'true', '990', '0', '990', '38', '140', '1', NULL, NULL, 'visa', '400005', '1005', '12/2034', 'Ana Pop', E'\\xa9ed1ecfe067d7e1ca215d5179c9463d946ad1536dde4439c68be6cf869d9db6', 'sandbox', 'sbx_zla5k6p4ptf9dy6y6bn6', '487848903442643', 'QA7C12', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1008', '67e26739-d479-4f0e-88e6-2570dd9a003d', 'deposit', 'service-call', 'cit', 'captured', '5', '101', '10001', '1001', '1008', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'true', '990', '0', '0', '38', '140', '1', NULL, NULL, 'visa', '400005', '2003', '12/2034', 'Ana Pop', E'\\x0b3874b422795e3ab6763c61f044422d2145f0a3fe3ac75cc51df7a90f6bd7de', 'sandbox', 'sbx_jxruse1dxq40vp6tos3w', '494047492630015', 'MB08RK', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1009', '26025549-29f9-464e-9098-7daab38eb53e', 'deposit', 'service-call', 'cit', 'captured', '3', '101', '10001', '1001', '1009', NULL, NULL, '1 month subscription trial', '203.0.113.9', 'EUR', '100', 'true', '100', '0', '0', '26', '140', '1', '1001', NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_1pekiqvubpyv7fv54w8j', '474532236413380', 'K4W1D7', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1010', '94568ca6-6015-4830-a8b4-6aa78bb4dae0', 'deposit', 'service-call', 'cit', 'captured', '3', '101', '10001', '1001', '1010', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'true', '990', '0', '0', '38', '140', '1', '1002', NULL, 'visa', '400003', '4001', '12/2034', 'Ana Pop', E'\\x61f0717e9ea438860e61ef07137e5a9a93dd4947dcc84b2c3ed8f92b2472f99b', 'sandbox', 'sbx_oiamoy7yrhmjd9mc9yco', '478928404071791', 'W9Q9CN', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1011', '83ff61a9-f1ec-4d2c-a3d7-3a5f218711bb', 'deposit', 'service-call', 'cit', 'captured', '3', '101', '10001', '1002', '1011', NULL, NULL, 'Cake', '127.0.0.1', 'EUR', '1240', 'true', '1240', '0', '0', '42', '140', '1', NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Bob', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_sxcn740uwjzhz84v7b7n', '493167735437446', '8DRIY5', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00'),
  ('1012', '8173098c-ccc5-4e2b-8fa6-6f515b40cc32', 'refund', 'service-call', 'cit', 'refunded', '3', '101', '10001', '1001', '1005', NULL, '1005', 'Bread', '203.0.113.9', 'EUR', '490', 'false', '490', '0', '0', '6', '0', '2', NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_97rm6wtv3rbvdtvpq5yd', NULL, NULL, NULL, NULL, NULL, NULL, 'customer-demand', NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-05 10:00:00+00', NULL, '2026-05-05 10:00:00+00'),
  ('1013', '56314909-b229-4589-a813-9b7c351906e0', 'credit', 'service-call', 'mit', 'credited', '3', '101', '10001', '1001', '1012', NULL, NULL, 'Your winnings', NULL, 'EUR', '500', 'false', '500', '0', '0', '0', '0', '2', '1001', NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_f8toiyzpg19ccf65ci0s', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-05 10:00:00+00', '2026-05-05 10:00:00+00', '2026-05-05 10:00:00+00'),
  ('1014', 'ce069ff6-756a-464d-b875-6857b7b88c95', 'chargeback', 'service-call', 'cit', 'won', '3', '101', '10001', '1001', '1008', NULL, '1008', 'Bread', '203.0.113.9', 'EUR', '990', 'false', '990', '0', '0', '0', '0', '3', NULL, NULL, 'visa', '400005', '2003', '12/2034', 'Ana Pop', E'\\x0b3874b422795e3ab6763c61f044422d2145f0a3fe3ac75cc51df7a90f6bd7de', 'sandbox', 'dsp_ghd3tij6t7e0j4w5', NULL, NULL, NULL, NULL, NULL, NULL, 'not_received', NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-09 10:00:00+00', NULL, '2026-05-09 10:00:00+00'),
  ('1015', '71d683c7-67b7-4aa9-b174-8f6b6d1fb1da', 'chargeback', 'service-call', 'cit', 'lost', '3', '101', '10001', '1001', '1007', NULL, '1007', 'Bread', '203.0.113.9', 'EUR', '990', 'false', '990', '0', '0', '0', '0', '3', NULL, NULL, 'visa', '400005', '1005', '12/2034', 'Ana Pop', E'\\xa9ed1ecfe067d7e1ca215d5179c9463d946ad1536dde4439c68be6cf869d9db6', 'sandbox', 'dsp_6v8inh94sp0w9tge', NULL, NULL, NULL, NULL, NULL, NULL, 'fraud', NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-09 10:00:00+00', NULL, '2026-05-09 10:00:00+00'),
  ('1016', '812a64c6-3d86-4267-b126-fc9da2e2a7a1', 'representment', 'service-call', 'cit', 'represented', '2', '101', '10001', '1001', '1008', NULL, '1008', 'Bread', '203.0.113.9', 'EUR', '990', 'false', '990', '0', '0', '0', '0', '4', NULL, NULL, 'visa', '400005', '2003', '12/2034', 'Ana Pop', E'\\x0b3874b422795e3ab6763c61f044422d2145f0a3fe3ac75cc51df7a90f6bd7de', 'sandbox', 'dsp_ghd3tij6t7e0j4w5', NULL, NULL, NULL, NULL, NULL, NULL, 'not_received', NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-05-19 10:00:00+00', NULL, '2026-05-19 10:00:00+00'),
  ('1017', '87f14b32-5121-484f-9c2d-b2bea5e5524b', 'deposit', 're-bill', 'mit', 'failed', '2', '101', '10001', '1001', '1010', '1', NULL, 'Bread', NULL, 'EUR', '990', 'true', '0', '0', '0', '0', '0', NULL, '1002', NULL, 'visa', '400003', '4001', '12/2034', 'Ana Pop', E'\\x61f0717e9ea438860e61ef07137e5a9a93dd4947dcc84b2c3ed8f92b2472f99b', 'sandbox', 'sbx_8l51quqp8hnf21hwdjdm', NULL, NULL, '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}', NULL, NULL, 'card_blacklisted', NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-06-04 10:00:00+00', NULL, NULL),
  ('1018', '240b1038-da4b-4c4d-85a6-6a7a4de60375', 'deposit', 're-bill', 'mit', 'captured', '3', '101', '10001', '1001', '1009', '1', NULL, 'Bread', NULL, 'EUR', '990', 'true', '990', '0', '0', '38', '140', '5', '1001', NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_ffxjiln002y3hflha9xc', '440209672399562', 'YGHERB', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00'),
  ('1019', '7f921c05-a1a1-4399-be21-3e7e96fb949a', 'deposit', 're-bill', 'mit', 'failed', '2', '101', '10001', '1001', '1010', '1', NULL, 'Bread', NULL, 'EUR', '990', 'true', '0', '0', '0', '0', '0', NULL, '1002', NULL, 'visa', '400003', '4001', '12/2034', 'Ana Pop', E'\\x61f0717e9ea438860e61ef07137e5a9a93dd4947dcc84b2c3ed8f92b2472f99b', 'sandbox', 'sbx_l3z8gt1ytpf3jx4ki9rr', NULL, NULL, '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}', NULL, NULL, 'card_blacklisted', NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-06-05 10:00:00+00', NULL, NULL),
  ('1020', '78874ea3-baa8-4ba7-80f9-3bcb21ea557d', 'deposit', 're-bill', 'mit', 'failed', '2', '101', '10001', '1001', '1010', '1', NULL, 'Bread', NULL, 'EUR', '990', 'true', '0', '0', '0', '0', '0', NULL, '1002', NULL, 'visa', '400003', '4001', '12/2034', 'Ana Pop', E'\\x61f0717e9ea438860e61ef07137e5a9a93dd4947dcc84b2c3ed8f92b2472f99b', 'sandbox', 'sbx_8j5azrgnas5wdscb3dvd', NULL, NULL, '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}', NULL, NULL, 'card_blacklisted', NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-06-07 10:00:00+00', NULL, NULL),
  ('1021', 'b63aa6b2-0bc9-431a-b586-9033987a3849', 'deposit', 're-bill', 'mit', 'failed', '2', '101', '10001', '1001', '1010', '1', NULL, 'Bread', NULL, 'EUR', '990', 'true', '0', '0', '0', '0', '0', NULL, '1002', NULL, 'visa', '400003', '4001', '12/2034', 'Ana Pop', E'\\x61f0717e9ea438860e61ef07137e5a9a93dd4947dcc84b2c3ed8f92b2472f99b', 'sandbox', 'sbx_36uyu4fbwh5cffqzh9kk', NULL, NULL, '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}', NULL, NULL, 'card_blacklisted', NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-06-11 10:00:00+00', NULL, NULL),
  ('1022', 'da0971ad-bb97-4291-a5ea-abf4c3e15a55', 'deposit', 're-bill', 'mit', 'captured', '3', '101', '10001', '1001', '1009', '2', NULL, 'Bread', NULL, 'EUR', '990', 'true', '990', '0', '0', '38', '140', '6', '1001', NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_qxvevn8fpp2nculcupky', '407916471207621', '1ECJBQ', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-07-04 10:00:00+00', '2026-07-04 10:00:00+00', '2026-07-04 10:00:00+00'),
  ('1023', '728c5bf8-a88f-4c53-bd81-7e049feb341e', 'deposit', 'service-call', 'cit', 'authorized', '2', '101', '10001', '1001', '1013', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'false', '0', '0', '0', '0', '0', NULL, NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_qfaflg1fxhy5scas6z6m', '406975084387646', '8C7E1V', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-07-13 10:00:00+00', '0', NULL, '2026-07-06 10:00:00+00', '2026-07-06 10:00:00+00', NULL),
  ('1024', 'df5b1e8b-a66c-4a3c-9230-81fcdd1f2a38', 'deposit', 'service-call', 'cit', 'captured', '4', '101', '10001', '1001', '1014', NULL, NULL, 'Bread', '203.0.113.9', 'EUR', '990', 'true', '990', '100', '0', '38', '140', NULL, NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_goqgtnamcxppg7t6zunl', '478744122052988', '9OCTIR', '{"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}', 'none', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-07-06 10:00:00+00', '2026-07-06 10:00:00+00', '2026-07-06 10:00:00+00'),
  ('1025', 'fc53acc2-22dc-438e-ad51-88850f7348c3', 'refund', 'service-call', 'cit', 'refunded', '2', '101', '10001', '1001', '1014', NULL, '1024', 'Bread', '203.0.113.9', 'EUR', '100', 'false', '100', '0', '0', '1', '0', NULL, NULL, NULL, 'visa', '411111', '1111', '12/2034', 'Ana Pop', E'\\x92bc88d705d1c51d8326343e65c16be72ac352cd913c152a1443e78fdadd7ecc', 'sandbox', 'sbx_aoy5girgimm4ssffha4j', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', NULL, '2026-07-06 10:00:00+00', NULL, '2026-07-06 10:00:00+00');

insert into payments.payment_transitions (id, payment_id, action, from_status, to_status, minor, occurred_at) overriding system value values
  ('1', '1001', 'start', NULL, 'authorizing', '2000', '2026-05-04 10:00:00+00'),
  ('2', '1001', 'sell', 'authorizing', 'captured', '2000', '2026-05-04 10:00:00+00'),
  ('3', '1002', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('4', '1002', 'approve', 'authorizing', 'authorized', '990', '2026-05-04 10:00:00+00'),
  ('5', '1002', 'requestCapture', 'authorized', 'capturing', NULL, '2026-05-04 10:00:00+00'),
  ('6', '1002', 'capture', 'capturing', 'captured', '750', '2026-05-04 10:00:00+00'),
  ('7', '1003', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('8', '1003', 'approve', 'authorizing', 'authorized', '990', '2026-05-04 10:00:00+00'),
  ('9', '1003', 'requestVoid', 'authorized', 'voiding', NULL, '2026-05-04 10:00:00+00'),
  ('10', '1003', 'void', 'voiding', 'voided', '990', '2026-05-04 10:00:00+00'),
  ('11', '1004', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('12', '1004', 'sell', 'authorizing', 'captured', '990', '2026-05-04 10:00:00+00'),
  ('13', '1004', 'requestCancel', 'captured', 'cancelling', NULL, '2026-05-04 10:00:00+00'),
  ('14', '1004', 'cancel', 'cancelling', 'cancelled', '990', '2026-05-04 10:00:00+00'),
  ('15', '1005', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('16', '1005', 'sell', 'authorizing', 'captured', '990', '2026-05-04 10:00:00+00'),
  ('17', '1006', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('18', '1006', 'decline', 'authorizing', 'failed', '990', '2026-05-04 10:00:00+00'),
  ('19', '1007', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('20', '1007', 'sell', 'authorizing', 'captured', '990', '2026-05-04 10:00:00+00'),
  ('21', '1008', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('22', '1008', 'sell', 'authorizing', 'captured', '990', '2026-05-04 10:00:00+00'),
  ('23', '1009', 'start', NULL, 'authorizing', '100', '2026-05-04 10:00:00+00'),
  ('24', '1009', 'sell', 'authorizing', 'captured', '100', '2026-05-04 10:00:00+00'),
  ('25', '1010', 'start', NULL, 'authorizing', '990', '2026-05-04 10:00:00+00'),
  ('26', '1010', 'sell', 'authorizing', 'captured', '990', '2026-05-04 10:00:00+00'),
  ('27', '1011', 'start', NULL, 'authorizing', '1240', '2026-05-04 10:00:00+00'),
  ('28', '1011', 'sell', 'authorizing', 'captured', '1240', '2026-05-04 10:00:00+00'),
  ('29', '1012', 'start', NULL, 'refunding', '490', '2026-05-05 10:00:00+00'),
  ('30', '1012', 'refund', 'refunding', 'refunded', '490', '2026-05-05 10:00:00+00'),
  ('31', '1013', 'start', NULL, 'crediting', '500', '2026-05-05 10:00:00+00'),
  ('32', '1013', 'credit', 'crediting', 'credited', '500', '2026-05-05 10:00:00+00'),
  ('33', '1014', 'chargeBack', NULL, 'opened', '990', '2026-05-09 10:00:00+00'),
  ('34', '1008', 'dispute', 'captured', 'disputed', NULL, '2026-05-09 10:00:00+00'),
  ('35', '1015', 'chargeBack', NULL, 'opened', '990', '2026-05-09 10:00:00+00'),
  ('36', '1007', 'dispute', 'captured', 'disputed', NULL, '2026-05-09 10:00:00+00'),
  ('37', '1015', 'lose', 'opened', 'lost', NULL, '2026-05-19 10:00:00+00'),
  ('38', '1007', 'forfeit', 'disputed', 'chargedBack', NULL, '2026-05-19 10:00:00+00'),
  ('39', '1014', 'win', 'opened', 'won', NULL, '2026-05-19 10:00:00+00'),
  ('40', '1016', 'represent', NULL, 'represented', '990', '2026-05-19 10:00:00+00'),
  ('41', '1008', 'clear', 'disputed', 'captured', NULL, '2026-05-19 10:00:00+00'),
  ('42', '1017', 'start', NULL, 'authorizing', '990', '2026-06-04 10:00:00+00'),
  ('43', '1018', 'start', NULL, 'authorizing', '990', '2026-06-04 10:00:00+00'),
  ('44', '1018', 'sell', 'authorizing', 'captured', '990', '2026-06-04 10:00:00+00'),
  ('45', '1017', 'decline', 'authorizing', 'failed', '990', '2026-06-04 10:00:00+00'),
  ('46', '1019', 'start', NULL, 'authorizing', '990', '2026-06-05 10:00:00+00'),
  ('47', '1019', 'decline', 'authorizing', 'failed', '990', '2026-06-05 10:00:00+00'),
  ('48', '1020', 'start', NULL, 'authorizing', '990', '2026-06-07 10:00:00+00'),
  ('49', '1020', 'decline', 'authorizing', 'failed', '990', '2026-06-07 10:00:00+00'),
  ('50', '1021', 'start', NULL, 'authorizing', '990', '2026-06-11 10:00:00+00'),
  ('51', '1021', 'decline', 'authorizing', 'failed', '990', '2026-06-11 10:00:00+00'),
  ('52', '1022', 'start', NULL, 'authorizing', '990', '2026-07-04 10:00:00+00'),
  ('53', '1022', 'sell', 'authorizing', 'captured', '990', '2026-07-04 10:00:00+00'),
  ('54', '1023', 'start', NULL, 'authorizing', '990', '2026-07-06 10:00:00+00'),
  ('55', '1023', 'approve', 'authorizing', 'authorized', '990', '2026-07-06 10:00:00+00'),
  ('56', '1024', 'start', NULL, 'authorizing', '990', '2026-07-06 10:00:00+00'),
  ('57', '1024', 'sell', 'authorizing', 'captured', '990', '2026-07-06 10:00:00+00'),
  ('58', '1025', 'start', NULL, 'refunding', '100', '2026-07-06 10:00:00+00'),
  ('59', '1025', 'refund', 'refunding', 'refunded', '100', '2026-07-06 10:00:00+00');

insert into disputes.events (id, connector, event_id, dispute, authorization_key, kind, currency, minor, reason, happened_at, received_at, payment_id, done_at, trouble, seen_at, due_at, leased_until) overriding system value values
  ('1', 'sandbox', '73b8523f-0ba4-4fd1-898e-6d4ff46e864e', 'dsp_6v8inh94sp0w9tge', '01843bf7-e457-4925-b2b3-f80cd803e6e9', 'opened', 'EUR', '990', 'fraud', '2026-05-09 10:00:00+00', '2026-05-09 10:00:00+00', '1007', '2026-05-09 10:00:00+00', NULL, NULL, NULL, NULL),
  ('2', 'sandbox', '48735ac5-f331-43e2-859e-908846ecf5d2', 'dsp_ghd3tij6t7e0j4w5', '67e26739-d479-4f0e-88e6-2570dd9a003d', 'opened', 'EUR', '990', 'not_received', '2026-05-09 10:00:00+00', '2026-05-09 10:00:00+00', '1008', '2026-05-09 10:00:00+00', NULL, NULL, NULL, NULL),
  ('3', 'sandbox', '734b6938-3d90-476d-8483-638f4b78a78a', 'dsp_6v8inh94sp0w9tge', '01843bf7-e457-4925-b2b3-f80cd803e6e9', 'lost', 'EUR', '990', 'fraud', '2026-05-19 10:00:00+00', '2026-05-19 10:00:00+00', '1007', '2026-05-19 10:00:00+00', NULL, NULL, NULL, NULL),
  ('4', 'sandbox', '1322883c-0082-43e3-8a30-ef7797a43aa7', 'dsp_ghd3tij6t7e0j4w5', '67e26739-d479-4f0e-88e6-2570dd9a003d', 'won', 'EUR', '990', 'not_received', '2026-05-19 10:00:00+00', '2026-05-19 10:00:00+00', '1008', '2026-05-19 10:00:00+00', NULL, NULL, NULL, NULL);

insert into disputes.cursors (id, connector, read_up_to, version, due_at, leased_until) overriding system value values
  ('1', 'sandbox', '4', '67', '2026-07-06 10:05:00+00', NULL);

insert into settlement.batches (id, site_id, currency, cut_off_at, part, net_minor, payments, closed_at) overriding system value values
  ('1', '10001', 'EUR', '2026-05-04 21:00:00+00', '0', '8050', '8', '2026-05-05 10:00:00+00'),
  ('2', '10001', 'EUR', '2026-05-05 21:00:00+00', '0', '-990', '2', '2026-05-06 10:00:00+00'),
  ('3', '10001', 'EUR', '2026-05-09 21:00:00+00', '0', '-1980', '2', '2026-05-10 10:00:00+00'),
  ('4', '10001', 'EUR', '2026-05-19 21:00:00+00', '0', '990', '1', '2026-05-20 10:00:00+00'),
  ('5', '10001', 'EUR', '2026-06-04 21:00:00+00', '0', '990', '1', '2026-06-05 10:00:00+00'),
  ('6', '10001', 'EUR', '2026-07-04 21:00:00+00', '0', '990', '1', '2026-07-05 10:00:00+00');

insert into settlement.cut_offs (id, due_at, leased_until) overriding system value values
  ('10001', '2026-07-06 21:00:00+00', NULL);

insert into orders.orders (id, site_id, shopper_id, external_id, type, mode, status, end_reason, version, created_at, currency, minor, trial_minor, description, items, tags, level3, custom_data, attempts, attempts_max, card_id, back_url, invoice_email, language, interval_type, interval_value, first_bill_at, retry_payment, anchor_at, anchor_period, anchor_lead, next_period, due_at, leased_until, network_transaction_id, network_transaction_at, cancel_reason, cancel_message) overriding system value values
  ('1001', '10001', '1001', '9621d4c8412c44d386a01805fed4e053', 'purchase', 'authAndCapture', 'complete-ok', NULL, '2', '2026-05-04 10:00:00+00', 'EUR', '2000', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', '1001', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1002', '10001', '1001', 'eee602bdd99d470483fff1c4f2cfcb26', 'purchase', 'auth', 'complete-ok', NULL, '3', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1003', '10001', '1001', '8b13d8de94db4510bea392082ee0028f', 'purchase', 'auth', 'complete-failed', 'authorization_voided', '3', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1004', '10001', '1001', '556c2e853b244b849b45c8a3befb97d7', 'purchase', 'authAndCapture', 'complete-ok', NULL, '2', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1005', '10001', '1001', 'b4d75bc41e3c4c47b566708d3fc46da1', 'purchase', 'authAndCapture', 'complete-ok', NULL, '2', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1006', '10001', '1001', '409233eec5b84e9b970c2dfbcdba44b4', 'purchase', 'authAndCapture', 'complete-failed', 'card_lost_or_stolen', '2', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '1', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1007', '10001', '1001', '5f95cdf7e60b4340a9cb5f3e46bfb40a', 'purchase', 'authAndCapture', 'complete-ok', NULL, '2', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1008', '10001', '1001', 'a1a8e9fc283f43d8961298e21c22a919', 'purchase', 'authAndCapture', 'complete-ok', NULL, '2', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1009', '10001', '1001', 'bread-every-month', 'recurring', 'authAndCapture', 'in-progress', NULL, '6', '2026-05-04 10:00:00+00', 'EUR', '990', '100', 'Bread', '[]', '{}', NULL, NULL, '0', '1', '1001', NULL, NULL, NULL, 'month', '1', NULL, NULL, '2026-05-04 10:00:00+00', '0', '0', '3', '2026-08-04 10:00:00+00', NULL, NULL, NULL, NULL, NULL),
  ('1010', '10001', '1001', 'bread-unpaid', 'recurring', 'authAndCapture', 'complete-ok', 'retries_exhausted', '10', '2026-05-04 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', '1002', NULL, NULL, NULL, 'month', '1', NULL, NULL, '2026-05-04 10:00:00+00', '0', '0', '1', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1011', '10001', '1002', 'checkout-1', 'purchase', 'authAndCapture', 'complete-ok', NULL, '3', '2026-05-04 10:00:00+00', 'EUR', '1240', NULL, 'Cake', '[]', '{}', NULL, NULL, '0', NULL, NULL, 'http://127.0.0.1:18480/demo/return', NULL, 'en', NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1012', '10001', '1001', '2ba24157ce864dbea948c4067f1bcca4', 'credit', 'credit', 'complete-ok', NULL, '2', '2026-05-05 10:00:00+00', 'EUR', '500', NULL, 'Your winnings', '[]', '{}', NULL, NULL, '0', '1', '1001', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1013', '10001', '1001', '8243dab256da4dc8a7bb74f7a2c0047c', 'purchase', 'auth', 'in-progress', NULL, '2', '2026-07-06 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1014', '10001', '1001', '30dc66c7076c4d7c84a557d834137935', 'purchase', 'authAndCapture', 'complete-ok', NULL, '2', '2026-07-06 10:00:00+00', 'EUR', '990', NULL, 'Bread', '[]', '{}', NULL, NULL, '0', '1', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL),
  ('1015', '10001', '1002', 'checkout-2', 'purchase', 'authAndCapture', 'start', NULL, '1', '2026-07-06 10:00:00+00', 'EUR', '1240', NULL, 'Cake', '[]', '{}', NULL, NULL, '0', NULL, NULL, 'http://127.0.0.1:18480/demo/return', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0', '0', '0', NULL, NULL, NULL, NULL, NULL, NULL);

insert into orders.order_transitions (id, order_id, action, from_status, to_status, reason, occurred_at) overriding system value values
  ('1', '1001', 'pay', 'start', 'complete-ok', NULL, '2026-05-04 10:00:00+00'),
  ('2', '1002', 'reserve', 'start', 'in-progress', NULL, '2026-05-04 10:00:00+00'),
  ('3', '1002', 'pay', 'in-progress', 'complete-ok', NULL, '2026-05-04 10:00:00+00'),
  ('4', '1003', 'reserve', 'start', 'in-progress', NULL, '2026-05-04 10:00:00+00'),
  ('5', '1003', 'fail', 'in-progress', 'complete-failed', 'authorization_voided', '2026-05-04 10:00:00+00'),
  ('6', '1004', 'pay', 'start', 'complete-ok', NULL, '2026-05-04 10:00:00+00'),
  ('7', '1005', 'pay', 'start', 'complete-ok', NULL, '2026-05-04 10:00:00+00'),
  ('8', '1006', 'fail', 'start', 'complete-failed', 'card_lost_or_stolen', '2026-05-04 10:00:00+00'),
  ('9', '1007', 'pay', 'start', 'complete-ok', NULL, '2026-05-04 10:00:00+00'),
  ('10', '1008', 'pay', 'start', 'complete-ok', NULL, '2026-05-04 10:00:00+00'),
  ('11', '1009', 'activate', 'start', 'in-progress', NULL, '2026-05-04 10:00:00+00'),
  ('12', '1010', 'activate', 'start', 'in-progress', NULL, '2026-05-04 10:00:00+00'),
  ('13', '1011', 'pay', 'start', 'complete-ok', NULL, '2026-05-04 10:00:00+00'),
  ('14', '1012', 'pay', 'start', 'complete-ok', NULL, '2026-05-05 10:00:00+00'),
  ('15', '1010', 'failAttempt', 'in-progress', 'retrying', NULL, '2026-06-04 10:00:00+00'),
  ('16', '1010', 'end', 'retrying', 'complete-ok', 'retries_exhausted', '2026-06-11 10:00:00+00'),
  ('17', '1013', 'reserve', 'start', 'in-progress', NULL, '2026-07-06 10:00:00+00'),
  ('18', '1014', 'pay', 'start', 'complete-ok', NULL, '2026-07-06 10:00:00+00');

insert into billing.periods (order_id, period, status, currency, minor, paid_minor, planned_at, opened_at, resolved_at, failures, first_failed_at, last_reason, micro, lost) overriding system value values
  ('1009', '1', 'paid', 'EUR', '990', '990', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', '0', NULL, NULL, 'none', '0'),
  ('1009', '2', 'paid', 'EUR', '990', '990', '2026-07-04 10:00:00+00', '2026-07-04 10:00:00+00', '2026-07-04 10:00:00+00', '0', NULL, NULL, 'none', '0'),
  ('1010', '1', 'uncollectible', 'EUR', '990', '0', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', '2026-06-11 10:00:00+00', '4', '2026-06-04 10:00:00+00', 'card_blacklisted', 'none', '0');

insert into links.links (id, hash, site_id, version, active, currency, minor, customer_email, limit_access, expire_date, reserved, paid, created_at, updated_at, removed_at) overriding system value values
  ('1001', 'AgQrYM18jpLSYK8L', '10001', '1', 'true', 'EUR', '990', NULL, '3', NULL, '0', '0', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL);

insert into links.versions (link_id, version, terms, made_at) overriding system value values
  ('1001', '1', '{"amount": "9.90", "level3": {}, "content": "Bread", "currency": "EUR", "orderType": "purchase", "contentType": "Description", "customerTags": [], "customerRequiredFields": []}', '2026-05-04 10:00:00+00');

insert into checkout.sessions (id, site_id, order_id, status, end_reason, version, options, created_at, due_at, leased_until) overriding system value values
  ('1', '10001', '1011', 'open', NULL, '2', '{"saveCard": "not offered"}', '2026-05-04 10:00:00+00', NULL, NULL),
  ('2', '10001', '1015', 'open', NULL, '1', '{"saveCard": "not offered"}', '2026-07-06 10:00:00+00', '2026-07-06 10:30:00+00', NULL);

insert into notifications.notifications (id, site_id, payment_id, order_id, url, body, status, version, attempts, tries_left, created_at, delivered_at, due_at, leased_until) overriding system value values
  ('1', '10001', '1001', '1001', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1001,"externalOrderId":"9621d4c8412c44d386a01805fed4e053","transactionId":1001,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":20,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":1001}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('2', '10001', '1002', '1002', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"in-progress","orderId":1002,"externalOrderId":"eee602bdd99d470483fff1c4f2cfcb26","transactionId":1002,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('3', '10001', '1002', '1002', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1002,"externalOrderId":"eee602bdd99d470483fff1c4f2cfcb26","transactionId":1002,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":7.5,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('4', '10001', '1003', '1003', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"in-progress","orderId":1003,"externalOrderId":"8b13d8de94db4510bea392082ee0028f","transactionId":1003,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('5', '10001', '1003', '1003', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"void-ok","orderId":1003,"externalOrderId":"8b13d8de94db4510bea392082ee0028f","transactionId":1003,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('6', '10001', '1004', '1004', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1004,"externalOrderId":"556c2e853b244b849b45c8a3befb97d7","transactionId":1004,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('7', '10001', '1004', '1004', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"cancel-ok","orderId":1004,"externalOrderId":"556c2e853b244b849b45c8a3befb97d7","transactionId":1004,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('8', '10001', '1005', '1005', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1005,"externalOrderId":"b4d75bc41e3c4c47b566708d3fc46da1","transactionId":1005,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('9', '10001', '1006', '1006', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-failed","orderId":1006,"externalOrderId":"409233eec5b84e9b970c2dfbcdba44b4","transactionId":1006,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null,"errors":[{"code":837,"message":"The bank of the card declined the payment for good; use another card.","type":"Exception"}]}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('10', '10001', '1007', '1007', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1007,"externalOrderId":"5f95cdf7e60b4340a9cb5f3e46bfb40a","transactionId":1007,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('11', '10001', '1008', '1008', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1008,"externalOrderId":"a1a8e9fc283f43d8961298e21c22a919","transactionId":1008,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('12', '10001', '1009', '1009', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1009,"externalOrderId":"bread-every-month","transactionId":1009,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":1,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":1001}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('13', '10001', '1010', '1010', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1010,"externalOrderId":"bread-unpaid","transactionId":1010,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":1002}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('14', '10001', '1011', '1011', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1011,"externalOrderId":"checkout-1","transactionId":1011,"transactionMethod":"card","transactionType":"deposit","customerId":1002,"identifier":"bob","amount":12.4,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777888800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('15', '10001', '1012', '1005', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"refund-ok","orderId":1005,"externalOrderId":"b4d75bc41e3c4c47b566708d3fc46da1","transactionId":1012,"transactionMethod":"card","transactionType":"refund","customerId":1001,"identifier":"ana","amount":4.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777975200,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-05 10:00:00+00', '2026-05-05 10:00:00+00', NULL, NULL),
  ('16', '10001', '1013', '1012', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1012,"externalOrderId":"2ba24157ce864dbea948c4067f1bcca4","transactionId":1013,"transactionMethod":"card","transactionType":"credit","customerId":1001,"identifier":"ana","amount":5,"currency":"EUR","customData":null,"customFields":null,"timestamp":1777975200,"cardId":1001}', 'delivered', '2', '1', '4', '2026-05-05 10:00:00+00', '2026-05-05 10:00:00+00', NULL, NULL),
  ('17', '10001', '1014', '1008', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"charge-back","orderId":1008,"externalOrderId":"a1a8e9fc283f43d8961298e21c22a919","transactionId":1014,"transactionMethod":"card","transactionType":"chargeback","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1778320800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-09 10:00:00+00', '2026-05-09 10:00:00+00', NULL, NULL),
  ('18', '10001', '1008', '1008', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"charge-back","orderId":1008,"externalOrderId":"a1a8e9fc283f43d8961298e21c22a919","transactionId":1008,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1778320800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-09 10:00:00+00', '2026-05-09 10:00:00+00', NULL, NULL),
  ('19', '10001', '1015', '1007', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"charge-back","orderId":1007,"externalOrderId":"5f95cdf7e60b4340a9cb5f3e46bfb40a","transactionId":1015,"transactionMethod":"card","transactionType":"chargeback","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1778320800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-09 10:00:00+00', '2026-05-09 10:00:00+00', NULL, NULL),
  ('20', '10001', '1007', '1007', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"charge-back","orderId":1007,"externalOrderId":"5f95cdf7e60b4340a9cb5f3e46bfb40a","transactionId":1007,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1778320800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-09 10:00:00+00', '2026-05-09 10:00:00+00', NULL, NULL),
  ('21', '10001', '1016', '1008', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1008,"externalOrderId":"a1a8e9fc283f43d8961298e21c22a919","transactionId":1016,"transactionMethod":"card","transactionType":"representment","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1779184800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-19 10:00:00+00', '2026-05-19 10:00:00+00', NULL, NULL),
  ('22', '10001', '1008', '1008', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1008,"externalOrderId":"a1a8e9fc283f43d8961298e21c22a919","transactionId":1008,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1779184800,"cardId":null}', 'delivered', '2', '1', '4', '2026-05-19 10:00:00+00', '2026-05-19 10:00:00+00', NULL, NULL),
  ('23', '10001', '1018', '1009', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1009,"externalOrderId":"bread-every-month","transactionId":1018,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1780567200,"cardId":1001}', 'delivered', '2', '1', '4', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', NULL, NULL),
  ('24', '10001', '1017', '1010', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-failed","orderId":1010,"externalOrderId":"bread-unpaid","transactionId":1017,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1780567200,"cardId":1002,"errors":[{"code":837,"message":"The card cannot be used here; use another card.","type":"Exception"}]}', 'delivered', '2', '1', '4', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', NULL, NULL),
  ('25', '10001', '1019', '1010', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-failed","orderId":1010,"externalOrderId":"bread-unpaid","transactionId":1019,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1780653600,"cardId":1002,"errors":[{"code":837,"message":"The card cannot be used here; use another card.","type":"Exception"}]}', 'delivered', '2', '1', '4', '2026-06-05 10:00:00+00', '2026-06-05 10:00:00+00', NULL, NULL),
  ('26', '10001', '1020', '1010', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-failed","orderId":1010,"externalOrderId":"bread-unpaid","transactionId":1020,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1780826400,"cardId":1002,"errors":[{"code":837,"message":"The card cannot be used here; use another card.","type":"Exception"}]}', 'delivered', '2', '1', '4', '2026-06-07 10:00:00+00', '2026-06-07 10:00:00+00', NULL, NULL),
  ('27', '10001', '1021', '1010', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-failed","orderId":1010,"externalOrderId":"bread-unpaid","transactionId":1021,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1781172000,"cardId":1002,"errors":[{"code":837,"message":"The card cannot be used here; use another card.","type":"Exception"}]}', 'delivered', '2', '1', '4', '2026-06-11 10:00:00+00', '2026-06-11 10:00:00+00', NULL, NULL),
  ('28', '10001', '1022', '1009', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1009,"externalOrderId":"bread-every-month","transactionId":1022,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1783159200,"cardId":1001}', 'delivered', '2', '1', '4', '2026-07-04 10:00:00+00', '2026-07-04 10:00:00+00', NULL, NULL),
  ('29', '10001', '1023', '1013', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"in-progress","orderId":1013,"externalOrderId":"8243dab256da4dc8a7bb74f7a2c0047c","transactionId":1023,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1783332000,"cardId":null}', 'waiting', '1', '0', '5', '2026-07-06 10:00:00+00', NULL, '2026-07-06 10:00:00+00', NULL),
  ('30', '10001', '1024', '1014', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"complete-ok","orderId":1014,"externalOrderId":"30dc66c7076c4d7c84a557d834137935","transactionId":1024,"transactionMethod":"card","transactionType":"deposit","customerId":1001,"identifier":"ana","amount":9.9,"currency":"EUR","customData":null,"customFields":null,"timestamp":1783332000,"cardId":null}', 'waiting', '1', '0', '5', '2026-07-06 10:00:00+00', NULL, '2026-07-06 10:00:00+00', NULL),
  ('31', '10001', '1025', '1014', 'http://127.0.0.1:18480/demo/notifications', '{"transactionStatus":"refund-ok","orderId":1014,"externalOrderId":"30dc66c7076c4d7c84a557d834137935","transactionId":1025,"transactionMethod":"card","transactionType":"refund","customerId":1001,"identifier":"ana","amount":1,"currency":"EUR","customData":null,"customFields":null,"timestamp":1783332000,"cardId":null}', 'waiting', '1', '0', '5', '2026-07-06 10:00:00+00', NULL, '2026-07-06 10:00:00+00', NULL);

insert into notifications.attempts (notification_id, attempt, outcome, http_status, reply, took_ms, attempted_at) overriding system value values
  ('1', '1', 'delivered', '200', 'OK', '37', '2026-05-04 10:00:00+00'),
  ('2', '1', 'delivered', '200', 'OK', '51', '2026-05-04 10:00:00+00'),
  ('3', '1', 'delivered', '200', 'OK', '57', '2026-05-04 10:00:00+00'),
  ('4', '1', 'delivered', '200', 'OK', '60', '2026-05-04 10:00:00+00'),
  ('5', '1', 'delivered', '200', 'OK', '14', '2026-05-04 10:00:00+00'),
  ('6', '1', 'delivered', '200', 'OK', '15', '2026-05-04 10:00:00+00'),
  ('7', '1', 'delivered', '200', 'OK', '15', '2026-05-04 10:00:00+00'),
  ('8', '1', 'delivered', '200', 'OK', '14', '2026-05-04 10:00:00+00'),
  ('9', '1', 'delivered', '200', 'OK', '15', '2026-05-04 10:00:00+00'),
  ('10', '1', 'delivered', '200', 'OK', '15', '2026-05-04 10:00:00+00'),
  ('11', '1', 'delivered', '200', 'OK', '14', '2026-05-04 10:00:00+00'),
  ('12', '1', 'delivered', '200', 'OK', '15', '2026-05-04 10:00:00+00'),
  ('13', '1', 'delivered', '200', 'OK', '13', '2026-05-04 10:00:00+00'),
  ('14', '1', 'delivered', '200', 'OK', '16', '2026-05-04 10:00:00+00'),
  ('15', '1', 'delivered', '200', 'OK', '2', '2026-05-05 10:00:00+00'),
  ('16', '1', 'delivered', '200', 'OK', '2', '2026-05-05 10:00:00+00'),
  ('17', '1', 'delivered', '200', 'OK', '2', '2026-05-09 10:00:00+00'),
  ('18', '1', 'delivered', '200', 'OK', '2', '2026-05-09 10:00:00+00'),
  ('19', '1', 'delivered', '200', 'OK', '2', '2026-05-09 10:00:00+00'),
  ('20', '1', 'delivered', '200', 'OK', '3', '2026-05-09 10:00:00+00'),
  ('21', '1', 'delivered', '200', 'OK', '2', '2026-05-19 10:00:00+00'),
  ('22', '1', 'delivered', '200', 'OK', '2', '2026-05-19 10:00:00+00'),
  ('23', '1', 'delivered', '200', 'OK', '1', '2026-06-04 10:00:00+00'),
  ('24', '1', 'delivered', '200', 'OK', '2', '2026-06-04 10:00:00+00'),
  ('25', '1', 'delivered', '200', 'OK', '1', '2026-06-05 10:00:00+00'),
  ('26', '1', 'delivered', '200', 'OK', '1', '2026-06-07 10:00:00+00'),
  ('27', '1', 'delivered', '200', 'OK', '1', '2026-06-11 10:00:00+00'),
  ('28', '1', 'delivered', '200', 'OK', '1', '2026-07-04 10:00:00+00');

insert into emails.emails (id, site_id, order_id, kind, fact, recipient, key, address, content, status, version, attempts, tries_left, last_response, created_at, sent_at, due_at, leased_until) overriding system value values
  ('1', '10001', '1001', 'receipt', 'payment 1001 is taken', 'shopper', 'b0d7642c-a12e-4209-a3de-acbe2d6b75b8', 'ana@example.com', '{"facts": [["Amount", "€20.00", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "9621d4c8412c44d386a01805fed4e053"], ["Payment", "1001"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €20.00", "language": "en", "paragraphs": ["You paid €20.00 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('2', '10001', '1002', 'reservation', 'payment 1002 is reserved', 'shopper', 'dbac31f4-76ba-4f14-825b-7d3166e38a00', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "eee602bdd99d470483fff1c4f2cfcb26"], ["Payment", "1002"], ["On your bank statement", "Crumb & Co."]], "title": "Your amount is reserved", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Crumb & Co. reserved €9.90 on your card", "language": "en", "paragraphs": ["€9.90 is reserved on your card for Crumb & Co. Nothing is charged yet. You get a receipt when it is."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('3', '10001', '1002', 'receipt', 'payment 1002 is taken', 'shopper', '7e77b90c-e1fc-4e74-9bca-0d98d6cce4a0', 'ana@example.com', '{"facts": [["Amount", "€7.50", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "eee602bdd99d470483fff1c4f2cfcb26"], ["Payment", "1002"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €7.50", "language": "en", "paragraphs": ["Crumb & Co. charged €7.50, which was reserved on your card before. This is your receipt.", "Of the €9.90 that were reserved, only this part was charged. The rest is free again."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('4', '10001', '1003', 'reservation', 'payment 1003 is reserved', 'shopper', 'f06ce5e7-088a-4e15-820c-d0d4756de79c', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "8b13d8de94db4510bea392082ee0028f"], ["Payment", "1003"], ["On your bank statement", "Crumb & Co."]], "title": "Your amount is reserved", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Crumb & Co. reserved €9.90 on your card", "language": "en", "paragraphs": ["€9.90 is reserved on your card for Crumb & Co. Nothing is charged yet. You get a receipt when it is."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('5', '10001', '1003', 'money-back', 'payment 1003 is released', 'shopper', 'd14a5aec-44b3-4b1f-9aea-b9744b5eaf4f', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "8b13d8de94db4510bea392082ee0028f"], ["Payment", "1003"]], "title": "Nothing was charged", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Crumb & Co. released €9.90 on your card", "language": "en", "paragraphs": ["The €9.90 that were reserved on your card for Crumb & Co. are free again. Nothing was charged."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('6', '10001', '1004', 'receipt', 'payment 1004 is taken', 'shopper', '70109fca-53fb-49ba-90bd-b37a46217f79', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "556c2e853b244b849b45c8a3befb97d7"], ["Payment", "1004"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["You paid €9.90 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('7', '10001', '1004', 'money-back', 'payment 1004 is cancelled', 'shopper', '87b8e904-7432-41da-9376-7287dc1788c6', 'ana@example.com', '{"facts": [["Given back", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "556c2e853b244b849b45c8a3befb97d7"], ["Payment", "1004"]], "title": "Your payment is cancelled", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Crumb & Co. cancelled your payment of €9.90", "language": "en", "paragraphs": ["Crumb & Co. cancelled your payment of €9.90. The money goes back to your card. Your bank may need a few days to show it."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('8', '10001', '1005', 'receipt', 'payment 1005 is taken', 'shopper', 'd9d6b231-d17c-4e6f-8aa1-5a3050b1135b', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "b4d75bc41e3c4c47b566708d3fc46da1"], ["Payment", "1005"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["You paid €9.90 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('9', '10001', '1007', 'receipt', 'payment 1007 is taken', 'shopper', 'a4b3823f-f209-4e35-947a-a26d60144882', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1005"], ["Date", "4 May 2026 at 13:00"], ["Order", "5f95cdf7e60b4340a9cb5f3e46bfb40a"], ["Payment", "1007"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["You paid €9.90 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('10', '10001', '1008', 'receipt', 'payment 1008 is taken', 'shopper', '435ead54-e54c-45af-a693-78241e0d98da', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 2003"], ["Date", "4 May 2026 at 13:00"], ["Order", "a1a8e9fc283f43d8961298e21c22a919"], ["Payment", "1008"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["You paid €9.90 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('11', '10001', '1009', 'receipt', 'payment 1009 is taken', 'shopper', '0aa86d9a-165e-4871-b65a-eb87646c85b4', 'ana@example.com', '{"facts": [["Amount", "€1.00", "main"], ["Description", "1 month subscription trial"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "bread-every-month"], ["Payment", "1009"], ["On your bank statement", "Crumb & Co."], ["Next payment", "€9.90 on 4 June 2026"]], "title": "Thank you for your payment", "action": {"url": "http://127.0.0.1:18480/subscription/1009.tg1vs0.fEdShHnBFF05gauQG1JY0g", "label": "Manage your subscription"}, "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €1.00", "language": "en", "paragraphs": ["You paid €1.00 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('12', '10001', '1010', 'receipt', 'payment 1010 is taken', 'shopper', '9de8af25-07f9-4fd8-bbdc-c034eb84b268', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 4001"], ["Date", "4 May 2026 at 13:00"], ["Order", "bread-unpaid"], ["Payment", "1010"], ["On your bank statement", "Crumb & Co."], ["Next payment", "€9.90 on 4 June 2026"]], "title": "Thank you for your payment", "action": {"url": "http://127.0.0.1:18480/subscription/1010.tg1vs0.w61D0TLByNYNulwa0W22gg", "label": "Manage your subscription"}, "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["You paid €9.90 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('13', '10001', '1011', 'receipt', 'payment 1011 is taken', 'shopper', '9419763e-a066-41f9-8b99-a623f1607979', 'bob@example.com', '{"facts": [["Amount", "€12.40", "main"], ["Description", "Cake"], ["Card", "Visa ending in 1111"], ["Date", "4 May 2026 at 13:00"], ["Order", "checkout-1"], ["Payment", "1011"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €12.40", "language": "en", "paragraphs": ["You paid €12.40 to Crumb & Co. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-04 10:00:00+00', '2026-05-04 10:00:00+00', NULL, NULL),
  ('14', '10001', '1005', 'money-back', 'payment 1012 is refunded', 'shopper', '9f1904b1-766a-42eb-97b2-24f517500ac7', 'ana@example.com', '{"facts": [["Given back", "€4.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "5 May 2026 at 13:00"], ["Order", "b4d75bc41e3c4c47b566708d3fc46da1"], ["Payment", "1005"]], "title": "Your money is on its way back", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Crumb & Co. gives you back €4.90", "language": "en", "paragraphs": ["Crumb & Co. has given back €4.90 to your card. Your bank may need a few days to show it."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-05-05 10:00:00+00', '2026-05-05 10:00:00+00', NULL, NULL),
  ('15', '10001', '1009', 'receipt', 'payment 1018 is taken', 'shopper', '40e9a4a2-d7ce-45fd-accf-7865fd59b8e6', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 June 2026 at 13:00"], ["Order", "bread-every-month"], ["Payment", "1018"], ["On your bank statement", "Crumb & Co."], ["Next payment", "€9.90 on 4 July 2026"]], "title": "Your subscription is paid", "action": {"url": "http://127.0.0.1:18480/subscription/1009.thnag0.RFk6RI8WtwfCPyFQPCrQvA", "label": "Manage your subscription"}, "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["Crumb & Co. charged €9.90 for your subscription, as agreed. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', NULL, NULL),
  ('16', '10001', '1010', 'unpaid', 'period 1, declined first at 2026-06-04T10:00:00Z, is not paid', 'shopper', '9282fb40-8dc8-41e3-bf2c-0e34fd4e86b3', 'ana@example.com', '{"facts": [["Subscription", "Bread"], ["Order", "bread-unpaid"], ["Amount due", "€9.90", "main"], ["Card", "Visa ending in 4001"], ["Next try", "5 June 2026"]], "title": "Your subscription could not be paid", "action": {"url": "http://127.0.0.1:18480/subscription/1010.thnag0.2Cbn3WE3xVMVCtDfUv1awA", "label": "Use another card"}, "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Your payment to Crumb & Co. did not go through", "language": "en", "paragraphs": ["Crumb & Co. tried to charge €9.90 for your subscription, and it did not go through.", "This card cannot be used here.", "We try again on 5 June 2026. If the card works then, you have nothing to do.", "You can use another card at any time: what is due is then charged to it at once."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-06-04 10:00:00+00', '2026-06-04 10:00:00+00', NULL, NULL),
  ('18', '10001', '1010', 'last-notice', 'period 1, declined first at 2026-06-04T10:00:00Z, is tried for the last time', 'shopper', 'd54becf1-adcb-462f-93d7-4c81c5775399', 'ana@example.com', '{"facts": [["Subscription", "Bread"], ["Order", "bread-unpaid"], ["Amount due", "€9.90", "main"], ["Card", "Visa ending in 4001"], ["Next try", "11 June 2026"]], "title": "Your subscription is about to end", "action": {"url": "http://127.0.0.1:18480/subscription/1010.thsug0.HyWbm5eCzxOd8Jd66aIKEA", "label": "Use another card"}, "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Last try on 11 June 2026: your subscription at Crumb & Co.", "language": "en", "paragraphs": ["€9.90 for your subscription at Crumb & Co. still could not be charged.", "This card cannot be used here.", "We try again on 11 June 2026, for the last time. If it does not go through then either, your subscription ends.", "You can use another card at any time: what is due is then charged to it at once."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-06-07 10:00:00+00', '2026-06-07 10:00:00+00', NULL, NULL),
  ('19', '10001', '1010', 'ended', 'it has ended', 'shopper', 'eb719cde-9c5e-4c11-8280-0e5a820d82bf', 'ana@example.com', '{"facts": [["Subscription", "Bread"], ["Order", "bread-unpaid"]], "title": "Your subscription has ended", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Your subscription at Crumb & Co. has ended", "language": "en", "paragraphs": ["The last payment of your subscription at Crumb & Co. did not go through, so it has ended. Nothing more will be charged.", "You can subscribe again at Crumb & Co. at any time."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-06-11 10:00:00+00', '2026-06-11 10:00:00+00', NULL, NULL),
  ('20', '10001', '1009', 'receipt', 'payment 1022 is taken', 'shopper', 'ab8bfdd9-b82a-4558-8285-92998e8332e8', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "4 July 2026 at 13:00"], ["Order", "bread-every-month"], ["Payment", "1022"], ["On your bank statement", "Crumb & Co."], ["Next payment", "€9.90 on 4 August 2026"]], "title": "Your subscription is paid", "action": {"url": "http://127.0.0.1:18480/subscription/1009.tj6ug0.KXLSjaFt07aoKg5VNKmWYA", "label": "Manage your subscription"}, "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["Crumb & Co. charged €9.90 for your subscription, as agreed. This is your receipt."]}', 'sent', '2', '1', '9', 'It is in the mailbox.', '2026-07-04 10:00:00+00', '2026-07-04 10:00:00+00', NULL, NULL),
  ('21', '10001', '1013', 'reservation', 'payment 1023 is reserved', 'shopper', 'f77c3867-2043-44ff-9ee2-d08ef0a263c1', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "6 July 2026 at 13:00"], ["Order", "8243dab256da4dc8a7bb74f7a2c0047c"], ["Payment", "1023"], ["On your bank statement", "Crumb & Co."]], "title": "Your amount is reserved", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Crumb & Co. reserved €9.90 on your card", "language": "en", "paragraphs": ["€9.90 is reserved on your card for Crumb & Co. Nothing is charged yet. You get a receipt when it is."]}', 'waiting', '1', '0', '10', NULL, '2026-07-06 10:00:00+00', NULL, '2026-07-06 10:00:00+00', NULL),
  ('22', '10001', '1014', 'receipt', 'payment 1024 is taken', 'shopper', '8ffe5e9f-fd35-4817-b501-2078ef84f022', 'ana@example.com', '{"facts": [["Amount", "€9.90", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "6 July 2026 at 13:00"], ["Order", "30dc66c7076c4d7c84a557d834137935"], ["Payment", "1024"], ["On your bank statement", "Crumb & Co."]], "title": "Thank you for your payment", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Receipt from Crumb & Co.: €9.90", "language": "en", "paragraphs": ["You paid €9.90 to Crumb & Co. This is your receipt."]}', 'waiting', '1', '0', '10', NULL, '2026-07-06 10:00:00+00', NULL, '2026-07-06 10:00:00+00', NULL),
  ('23', '10001', '1014', 'money-back', 'payment 1025 is refunded', 'shopper', '5822f180-e166-4141-9656-cf09003aad9c', 'ana@example.com', '{"facts": [["Given back", "€1.00", "main"], ["Description", "Bread"], ["Card", "Visa ending in 1111"], ["Date", "6 July 2026 at 13:00"], ["Order", "30dc66c7076c4d7c84a557d834137935"], ["Payment", "1024"]], "title": "Your money is on its way back", "notice": "Test mode: no money moves", "sender": {"name": "Crumb & Co.", "themeColor": "#9a3412"}, "closing": ["You get this e-mail because this address was given when you paid at Crumb & Co.", "Replies to this address are not read. If you have a question, please ask Crumb & Co."], "subject": "Crumb & Co. gives you back €1.00", "language": "en", "paragraphs": ["Crumb & Co. has given back €1.00 to your card. Your bank may need a few days to show it."]}', 'waiting', '1', '0', '10', NULL, '2026-07-06 10:00:00+00', NULL, '2026-07-06 10:00:00+00', NULL);

insert into sandbox_acquirer.requests (authorization_key, step, key, kind, card_tail, descriptor, currency, minor, result, garbled, next, note, disputed_as, event_number, requested_at) overriding system value values
  ('01843bf7-e457-4925-b2b3-f80cd803e6e9', '0', '01843bf7-e457-4925-b2b3-f80cd803e6e9', 'sale', '1005', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_zla5k6p4ptf9dy6y6bn6", "threeDSecure": "none", "authorizationCode": "QA7C12", "networkTransactionId": "487848903442643"}', 'false', NULL, NULL, 'lost', NULL, '2026-05-04 10:00:00+00'),
  ('01843bf7-e457-4925-b2b3-f80cd803e6e9', '1', '73b8523f-0ba4-4fd1-898e-6d4ff46e864e', 'dispute', NULL, NULL, 'EUR', '990', '{"reason": "fraud", "dispute": "dsp_6v8inh94sp0w9tge", "outcome": "opened"}', 'false', NULL, NULL, NULL, '1', '2026-05-09 10:00:00+00'),
  ('01843bf7-e457-4925-b2b3-f80cd803e6e9', '2', '734b6938-3d90-476d-8483-638f4b78a78a', 'dispute', NULL, NULL, 'EUR', '990', '{"reason": "fraud", "dispute": "dsp_6v8inh94sp0w9tge", "outcome": "lost"}', 'false', NULL, NULL, NULL, '3', '2026-05-19 10:00:00+00'),
  ('05502247-48f7-425a-a367-cdecbbe8b06e', '0', '05502247-48f7-425a-a367-cdecbbe8b06e', 'sale', '1008', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "reason": "card_lost_or_stolen", "outcome": "declined", "reference": "sbx_mm7k96sbqqpbox2mn7pe"}', 'false', NULL, 'test card: Declined: card_lost_or_stolen', NULL, NULL, '2026-05-04 10:00:00+00'),
  ('240b1038-da4b-4c4d-85a6-6a7a4de60375', '0', '240b1038-da4b-4c4d-85a6-6a7a4de60375', 'sale', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}, "outcome": "approved", "reference": "sbx_ffxjiln002y3hflha9xc", "threeDSecure": "none", "authorizationCode": "YGHERB", "networkTransactionId": "440209672399562"}', 'false', NULL, NULL, NULL, NULL, '2026-06-04 10:00:00+00'),
  ('26025549-29f9-464e-9098-7daab38eb53e', '0', '26025549-29f9-464e-9098-7daab38eb53e', 'sale', '1111', 'Crumb & Co.', 'EUR', '100', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_1pekiqvubpyv7fv54w8j", "threeDSecure": "none", "authorizationCode": "K4W1D7", "networkTransactionId": "474532236413380"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('4a297402-1070-4533-a176-9ba680db7903', '0', '4a297402-1070-4533-a176-9ba680db7903', 'auth', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_hkkoaj762lo7uc7quj3u", "threeDSecure": "none", "authorizationCode": "CCBPSN", "networkTransactionId": "442892975365019"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('4a297402-1070-4533-a176-9ba680db7903', '1', 'bd52f606-0ef0-405e-b2c5-ecae67c0cc86', 'reverse', NULL, NULL, 'EUR', '990', '{"outcome": "done", "reference": "sbx_mhwoesq4fov0y6nvitwj"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('4e79e81e-6e09-46bd-8f12-9122e5e667e3', '0', '4e79e81e-6e09-46bd-8f12-9122e5e667e3', 'sale', '1111', 'Crumb & Co.', 'EUR', '2000', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_ee8lqf9whm6sv13jtkag", "threeDSecure": "none", "authorizationCode": "PJ5OPK", "networkTransactionId": "473787398052894"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('56314909-b229-4589-a813-9b7c351906e0', '0', '56314909-b229-4589-a813-9b7c351906e0', 'credit', '1111', 'Crumb & Co.', 'EUR', '500', '{"outcome": "done", "reference": "sbx_f8toiyzpg19ccf65ci0s"}', 'false', NULL, NULL, NULL, NULL, '2026-05-05 10:00:00+00'),
  ('67e26739-d479-4f0e-88e6-2570dd9a003d', '0', '67e26739-d479-4f0e-88e6-2570dd9a003d', 'sale', '2003', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_jxruse1dxq40vp6tos3w", "threeDSecure": "none", "authorizationCode": "MB08RK", "networkTransactionId": "494047492630015"}', 'false', NULL, NULL, 'won', NULL, '2026-05-04 10:00:00+00'),
  ('67e26739-d479-4f0e-88e6-2570dd9a003d', '1', '48735ac5-f331-43e2-859e-908846ecf5d2', 'dispute', NULL, NULL, 'EUR', '990', '{"reason": "not_received", "dispute": "dsp_ghd3tij6t7e0j4w5", "outcome": "opened"}', 'false', NULL, NULL, NULL, '2', '2026-05-09 10:00:00+00'),
  ('67e26739-d479-4f0e-88e6-2570dd9a003d', '2', '1322883c-0082-43e3-8a30-ef7797a43aa7', 'dispute', NULL, NULL, 'EUR', '990', '{"reason": "not_received", "dispute": "dsp_ghd3tij6t7e0j4w5", "outcome": "won"}', 'false', NULL, NULL, NULL, '4', '2026-05-19 10:00:00+00'),
  ('728c5bf8-a88f-4c53-bd81-7e049feb341e', '0', '728c5bf8-a88f-4c53-bd81-7e049feb341e', 'auth', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_qfaflg1fxhy5scas6z6m", "threeDSecure": "none", "authorizationCode": "8C7E1V", "networkTransactionId": "406975084387646"}', 'false', NULL, NULL, NULL, NULL, '2026-07-06 10:00:00+00'),
  ('78874ea3-baa8-4ba7-80f9-3bcb21ea557d', '0', '78874ea3-baa8-4ba7-80f9-3bcb21ea557d', 'sale', '4001', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}, "reason": "card_blacklisted", "outcome": "declined", "reference": "sbx_8j5azrgnas5wdscb3dvd"}', 'false', NULL, 'test card: Approved for the shopper; merchant-initiated payments are declined: card_blacklisted', NULL, NULL, '2026-06-07 10:00:00+00'),
  ('7f921c05-a1a1-4399-be21-3e7e96fb949a', '0', '7f921c05-a1a1-4399-be21-3e7e96fb949a', 'sale', '4001', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}, "reason": "card_blacklisted", "outcome": "declined", "reference": "sbx_l3z8gt1ytpf3jx4ki9rr"}', 'false', NULL, 'test card: Approved for the shopper; merchant-initiated payments are declined: card_blacklisted', NULL, NULL, '2026-06-05 10:00:00+00'),
  ('83ff61a9-f1ec-4d2c-a3d7-3a5f218711bb', '0', '83ff61a9-f1ec-4d2c-a3d7-3a5f218711bb', 'sale', '1111', 'Crumb & Co.', 'EUR', '1240', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_sxcn740uwjzhz84v7b7n", "threeDSecure": "none", "authorizationCode": "8DRIY5", "networkTransactionId": "493167735437446"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('87f14b32-5121-484f-9c2d-b2bea5e5524b', '0', '87f14b32-5121-484f-9c2d-b2bea5e5524b', 'sale', '4001', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}, "reason": "card_blacklisted", "outcome": "declined", "reference": "sbx_8l51quqp8hnf21hwdjdm"}', 'false', NULL, 'test card: Approved for the shopper; merchant-initiated payments are declined: card_blacklisted', NULL, NULL, '2026-06-04 10:00:00+00'),
  ('94568ca6-6015-4830-a8b4-6aa78bb4dae0', '0', '94568ca6-6015-4830-a8b4-6aa78bb4dae0', 'sale', '4001', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_oiamoy7yrhmjd9mc9yco", "threeDSecure": "none", "authorizationCode": "W9Q9CN", "networkTransactionId": "478928404071791"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('9d23b567-8153-408f-85c2-d3670680caab', '0', '9d23b567-8153-408f-85c2-d3670680caab', 'auth', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_9pa2etrbc72zsxx11abf", "threeDSecure": "none", "authorizationCode": "NTXLDF", "networkTransactionId": "409662069626621"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('9d23b567-8153-408f-85c2-d3670680caab', '1', '7272d980-cc3e-4240-aec0-208e2c3e5375', 'capture', NULL, NULL, 'EUR', '750', '{"outcome": "done", "reference": "sbx_rre5woffr8g9qw5ra9qd"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('b63aa6b2-0bc9-431a-b586-9033987a3849', '0', 'b63aa6b2-0bc9-431a-b586-9033987a3849', 'sale', '4001', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}, "reason": "card_blacklisted", "outcome": "declined", "reference": "sbx_36uyu4fbwh5cffqzh9kk"}', 'false', NULL, 'test card: Approved for the shopper; merchant-initiated payments are declined: card_blacklisted', NULL, NULL, '2026-06-11 10:00:00+00'),
  ('da0971ad-bb97-4291-a5ea-abf4c3e15a55', '0', 'da0971ad-bb97-4291-a5ea-abf4c3e15a55', 'sale', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "unavailable"}, "outcome": "approved", "reference": "sbx_qxvevn8fpp2nculcupky", "threeDSecure": "none", "authorizationCode": "1ECJBQ", "networkTransactionId": "407916471207621"}', 'false', NULL, NULL, NULL, NULL, '2026-07-04 10:00:00+00'),
  ('df5b1e8b-a66c-4a3c-9230-81fcdd1f2a38', '0', 'df5b1e8b-a66c-4a3c-9230-81fcdd1f2a38', 'sale', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_goqgtnamcxppg7t6zunl", "threeDSecure": "none", "authorizationCode": "9OCTIR", "networkTransactionId": "478744122052988"}', 'false', NULL, NULL, NULL, NULL, '2026-07-06 10:00:00+00'),
  ('df5b1e8b-a66c-4a3c-9230-81fcdd1f2a38', '1', 'fc53acc2-22dc-438e-ad51-88850f7348c3', 'refund', NULL, NULL, 'EUR', '100', '{"outcome": "done", "reference": "sbx_aoy5girgimm4ssffha4j"}', 'false', NULL, NULL, NULL, NULL, '2026-07-06 10:00:00+00'),
  ('e5cccaa1-47f9-4f8e-91be-1f97fbadfd99', '0', 'e5cccaa1-47f9-4f8e-91be-1f97fbadfd99', 'sale', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_2sofkn9hb5wsihu3g9fv", "threeDSecure": "none", "authorizationCode": "SRFSZH", "networkTransactionId": "456763300112581"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('e5cccaa1-47f9-4f8e-91be-1f97fbadfd99', '1', '4fe97b55-3754-4c39-9c71-60921967237c', 'reverse', NULL, NULL, 'EUR', '990', '{"outcome": "done", "reference": "sbx_phdmxozpyoi5bo7ig1gb"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('f12aee50-1f79-46a1-98f3-823323b41a10', '0', 'f12aee50-1f79-46a1-98f3-823323b41a10', 'sale', '1111', 'Crumb & Co.', 'EUR', '990', '{"checks": {"address": "unavailable", "postalCode": "unavailable", "securityCode": "match"}, "outcome": "approved", "reference": "sbx_42178lpnc9fpr5aeplxn", "threeDSecure": "none", "authorizationCode": "ZHN6ZK", "networkTransactionId": "441231170285226"}', 'false', NULL, NULL, NULL, NULL, '2026-05-04 10:00:00+00'),
  ('f12aee50-1f79-46a1-98f3-823323b41a10', '1', '8173098c-ccc5-4e2b-8fa6-6f515b40cc32', 'refund', NULL, NULL, 'EUR', '490', '{"outcome": "done", "reference": "sbx_97rm6wtv3rbvdtvpq5yd"}', 'false', NULL, NULL, NULL, NULL, '2026-05-05 10:00:00+00');

insert into sandbox_mailbox.emails (id, key, sender_name, sender_address, reply_to, recipient, subject, text, html, arrivals, received_at) overriding system value values
  ('1', 'dbac31f4-76ba-4f14-825b-7d3166e38a00', 'Crumb & Co.', 'payments@florin.example', NULL, 'ana@example.com', 'Crumb & Co. reserved €9.90 on your card', 'Test mode: no money moves

Crumb & Co.

Your amount is reserved

€9.90 is reserved on your card for Crumb & Co. Nothing is charged yet. You get a receipt when it is.

Amount: €9.90
Description: Bread
Card: Visa ending in 1111
Date: 4 May 2026 at 13:00
Order: eee602bdd99d470483fff1c4f2cfcb26
Payment: 1002
On your bank statement: Crumb & Co.

-- 
You get this e-mail because this address was given when you paid at Crumb & Co.
Replies to this address are not read. If you have a question, please ask Crumb & Co.
', '<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Crumb &amp; Co. reserved €9.90 on your card</title>
<style>:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#121613!important}.paper{background:#1c211e!important}
.ink{color:#eef1ee!important}.soft{color:#abb5ae!important}.line{border-color:#384039!important}}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f2;font-family:system-ui,-apple-system,''Segoe UI'',Roboto,Arial,sans-serif">
<div role="main" lang="en" dir="ltr" style="max-width:560px;margin:0 auto;padding:24px 12px">
<p class="soft" style="margin:0 0 12px;text-align:center;font-size:14px;color:#5b635c">Test mode: no money moves</p>
<div class="paper" style="background:#ffffff;border-radius:12px;border-top:6px solid #9a3412;padding:28px 28px 24px">
<p class="soft" style="margin:0 0 6px;font-size:15px;color:#5b635c"><bdi>Crumb &amp; Co.</bdi></p>
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1b211d">Your amount is reserved</h1>
<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:1.55;color:#1b211d">€9.90 is reserved on your card for Crumb &amp; Co. Nothing is charged yet. You get a receipt when it is.</p>

<table style="width:100%;border-collapse:collapse;margin:18px 0 0;font-size:15px;line-height:1.4"><tr><th scope="row" class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:bold;color:#1b211d"><bdi>Amount</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere;font-weight:bold"><bdi>€9.90</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Description</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>Bread</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Card</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>Visa ending in 1111</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Date</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>4 May 2026 at 13:00</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Order</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>eee602bdd99d470483fff1c4f2cfcb26</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Payment</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>1002</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>On your bank statement</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>Crumb &amp; Co.</bdi></td></tr>
</table>

</div>
<div class="soft" style="padding:16px 28px 0;font-size:13px;line-height:1.5;color:#5b635c"><p style="margin:0 0 6px">You get this e-mail because this address was given when you paid at Crumb &amp; Co.</p><p style="margin:0 0 6px">Replies to this address are not read. If you have a question, please ask Crumb &amp; Co.</p></div>
</div>
</body>
</html>
', '1', '2026-05-04 10:00:00+00'),
  ('2', 'b0d7642c-a12e-4209-a3de-acbe2d6b75b8', 'Crumb & Co.', 'payments@florin.example', NULL, 'ana@example.com', 'Receipt from Crumb & Co.: €20.00', 'Test mode: no money moves

Crumb & Co.

Thank you for your payment

You paid €20.00 to Crumb & Co. This is your receipt.

Amount: €20.00
Description: Bread
Card: Visa ending in 1111
Date: 4 May 2026 at 13:00
Order: 9621d4c8412c44d386a01805fed4e053
Payment: 1001
On your bank statement: Crumb & Co.

-- 
You get this e-mail because this address was given when you paid at Crumb & Co.
Replies to this address are not read. If you have a question, please ask Crumb & Co.
', '<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>Receipt from Crumb &amp; Co.: €20.00</title>
<style>:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#121613!important}.paper{background:#1c211e!important}
.ink{color:#eef1ee!important}.soft{color:#abb5ae!important}.line{border-color:#384039!important}}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f2;font-family:system-ui,-apple-system,''Segoe UI'',Roboto,Arial,sans-serif">
<div role="main" lang="en" dir="ltr" style="max-width:560px;margin:0 auto;padding:24px 12px">
<p class="soft" style="margin:0 0 12px;text-align:center;font-size:14px;color:#5b635c">Test mode: no money moves</p>
<div class="paper" style="background:#ffffff;border-radius:12px;border-top:6px solid #9a3412;padding:28px 28px 24px">
<p class="soft" style="margin:0 0 6px;font-size:15px;color:#5b635c"><bdi>Crumb &amp; Co.</bdi></p>
<h1 class="ink" style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1b211d">Thank you for your payment</h1>
<p class="ink" style="margin:0 0 14px;font-size:16px;line-height:1.55;color:#1b211d">You paid €20.00 to Crumb &amp; Co. This is your receipt.</p>

<table style="width:100%;border-collapse:collapse;margin:18px 0 0;font-size:15px;line-height:1.4"><tr><th scope="row" class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:bold;color:#1b211d"><bdi>Amount</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere;font-weight:bold"><bdi>€20.00</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Description</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>Bread</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Card</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>Visa ending in 1111</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Date</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>4 May 2026 at 13:00</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Order</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>9621d4c8412c44d386a01805fed4e053</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>Payment</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>1001</bdi></td></tr>
<tr><th scope="row" class="soft line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;padding-inline-end:16px;text-align:start;font-weight:normal;color:#5b635c"><bdi>On your bank statement</bdi></th><td class="ink line" style="padding:9px 0;border-top:1px solid #e1e4e0;vertical-align:top;text-align:end;color:#1b211d;overflow-wrap:anywhere"><bdi>Crumb &amp; Co.</bdi></td></tr>
</table>

</div>
<div class="soft" style="padding:16px 28px 0;font-size:13px;line-height:1.5;color:#5b635c"><p style="margin:0 0 6px">You get this e-mail because this address was given when you paid at Crumb &amp; Co.</p><p style="margin:0 0 6px">Replies to this address are not read. If you have a question, please ask Crumb &amp; Co.</p></div>
</div>
</body>
</html>
', '1', '2026-05-04 10:00:00+00');

insert into florin.migrations (number, name, sha256, applied_at) overriding system value values
  ('1', '0001-foundation.sql', '0cdb22b62f9a16d6c13e345b15c63030b9ee089de9d3bddd1ab1194e58004e93', '2026-07-06 10:00:00+00'),
  ('2', '0002-directory.sql', '206062b3c2f73f84c26705511facf33978867503324575a6afec1efd8aab3fba', '2026-07-06 10:00:00+00'),
  ('3', '0003-ledger.sql', '035eca9bbae7c846c04ef511a63a62d95946049a403b87e00fff13598496d11b', '2026-07-06 10:00:00+00'),
  ('4', '0004-vault.sql', 'e8ba435bb0f39cb06ebe9c5cb5138e2f8ee00cd8b760a58c5bf983bf558b2bf9', '2026-07-06 10:00:00+00'),
  ('5', '0005-shoppers.sql', '4ff13ca343bfe2281ef4959e401a6025e4fac0734fec67ce02957777846c4168', '2026-07-06 10:00:00+00'),
  ('6', '0006-routing.sql', '266f16cdd77dd66ab3b1353e4707cf1547ce2273e293aecfebeab636793077d4', '2026-07-06 10:00:00+00'),
  ('7', '0007-payments.sql', '94250df804408294e071a06ddf6a987e03079ea320386fe5a8069db8ce2990b8', '2026-07-06 10:00:00+00'),
  ('8', '0008-disputes.sql', '909d27e3c152fb0c97ca3aeea94db5ef4700f6d1b261f557303eef115ef27006', '2026-07-06 10:00:00+00'),
  ('9', '0009-settlement.sql', '785d09154599e204dfce773d9ace76a6e256bdc6807d4a7e87c12cf31839b1ea', '2026-07-06 10:00:00+00'),
  ('10', '0010-orders.sql', 'dda641d7adbfd29c7a0d8176779238eda6ccebcd44d8b768c91d197aeb0fe375', '2026-07-06 10:00:00+00'),
  ('11', '0011-billing.sql', 'd4dea2a96db5dfbb19dd8d3aac7f8191f706763de54577c20681eb8e506c38a9', '2026-07-06 10:00:00+00'),
  ('12', '0012-links.sql', 'fbf6212da044b435715eef505d947d202ce687bb26cdc8617055b87a17e91700', '2026-07-06 10:00:00+00'),
  ('13', '0013-checkout.sql', '21c0dede1d55d95d4549c6c2381a7f84ed513447fd553fc2ee64355d6f103722', '2026-07-06 10:00:00+00'),
  ('14', '0014-subscriptions.sql', '09072a6f9e4d9a9c56cfbe23e07fbf8c6a0ca853b325236844fc7f09021b49aa', '2026-07-06 10:00:00+00'),
  ('15', '0015-notifications.sql', 'b7ce8ac2d10dac0cc4fceaf0c4c67e6d6d1da1d614f4b3a81d3a1e5f2bad6b7b', '2026-07-06 10:00:00+00'),
  ('16', '0016-emails.sql', '15432dc36be3d430ec55355785842c6ae859f5db963b161177190ac547bf3281', '2026-07-06 10:00:00+00'),
  ('17', '0017-sandbox-acquirer.sql', 'd9883f7edffb71507a00d2f4cd8be3695794d5023c00b5cd0552a8720ded826d', '2026-07-06 10:00:00+00'),
  ('18', '0018-sandbox-mailbox.sql', '7c4ae001b2dbb930657ac7ca576370d0d5056605d6284ff415827839e71011e3', '2026-07-06 10:00:00+00');

select setval('checkout.sessions_id_seq', 2);
select setval('directory.audit_id_seq', 3);
select setval('directory.merchants_id_seq', 101);
select setval('directory.site_keys_id_seq', 1);
select setval('directory.sites_id_seq', 10001);
select setval('directory.staff_id_seq', 1);
select setval('disputes.cursors_id_seq', 1);
select setval('disputes.events_id_seq', 4);
select setval('emails.emails_id_seq', 23);
select setval('florin.scheduled_tasks_id_seq', 4);
select setval('ledger.entries_id_seq', 26);
select setval('ledger.holds_id_seq', 3);
select setval('links.links_id_seq', 1001);
select setval('notifications.notifications_id_seq', 31);
select setval('orders.order_transitions_id_seq', 18);
select setval('orders.orders_id_seq', 1015);
select setval('outbox.events_id_seq', 74);
select setval('payments.payment_transitions_id_seq', 59);
select setval('payments.payments_id_seq', 1025);
select setval('sandbox_mailbox.emails_id_seq', 19);
select setval('settlement.batches_id_seq', 6);
select setval('shoppers.cards_id_seq', 1002);
select setval('shoppers.shoppers_id_seq', 1003);
commit;
