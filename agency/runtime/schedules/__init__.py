"""Schedules: what a person wants at certain times of their own clock. Rows, swept by one tick.

`set_schedule` and `drop_schedule` write rows; `register_job` says what a kind of schedule starts; the sweep
starts each slot at most once, and a job that died before its end is started again.
"""
