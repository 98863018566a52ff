"""Classical machine learning, done by scikit-learn."""
