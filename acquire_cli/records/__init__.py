"""Games read from records: setting them up, replaying, judging, comparing, summing up."""
