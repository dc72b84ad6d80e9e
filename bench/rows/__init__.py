"""The rows. Each bench measures one or several of them in one go."""
