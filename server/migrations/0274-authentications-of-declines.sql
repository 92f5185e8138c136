-- A declined payment does not use up the authentication of its holder: several transactions may be made with one, of which one is
-- approved. An authentication is of one card, whose payments are decided under the lock of its account.
drop index spending.authentication_used_once;
