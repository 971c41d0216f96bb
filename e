gauss.cl convoys 0.01s
