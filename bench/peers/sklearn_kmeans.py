"""Peer: centroids by scikit-learn's k-means (Lloyd's), once.

    apt-get install -y python3-sklearn
    /usr/bin/python3 sklearn_kmeans.py SAMPLES DIMENSIONS CELLS HOW

SAMPLES is a file of float64. HOW is 'pyribs', for a random start and scikit-learn's tolerance; or a file of float64, centroids
to compare with: then from the first samples until no sample changes its cell, or 100 iterations.
Prints one JSON object: {"seconds": ..., "iterations": ..., "difference": ...}; seconds of processor time.
"""
import json, sys, time
import numpy as np
from sklearn.cluster import k_means

dimensions, cells, how = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
points = np.fromfile(sys.argv[1]).reshape(-1, dimensions)
options = dict(init="random", random_state=1) if how == "pyribs" else dict(init=points[:cells], tol=0, max_iter=100)
start = time.process_time()
centroids, _, _, iterations = k_means(points, cells, n_init=1, algorithm="lloyd", return_n_iter=True, **options)
seconds = time.process_time() - start
difference = None if how == "pyribs" else float(np.abs(centroids - np.fromfile(how).reshape(-1, dimensions)).max())
print(json.dumps({"seconds": seconds, "iterations": int(iterations), "difference": difference}))
