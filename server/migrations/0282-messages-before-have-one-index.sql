-- Its rows are in messages_before_named.
drop index spending.messages_before_original;
