"""Layer 5: Celery, its schedule and queues, thin tasks; every process of the embedded set-up."""
