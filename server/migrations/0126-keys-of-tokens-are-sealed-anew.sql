-- Keys of access tokens are sealed again when the master keys rotate.
grant update (sealed) on access.token_keys to florin_app;
