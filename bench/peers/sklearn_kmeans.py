"""Peer: centroids by scikit-learn's k-means, as pyribs calls it: uniform samples, init random, one start, Lloyd.

    apt-get install -y python3-sklearn
    /usr/bin/python3 sklearn_kmeans.py CELLS SAMPLES

Prints one JSON object: {"seconds": ..., "iterations": ...}; seconds of processor time, the samples not counted.
"""
import json, sys, time
import numpy as np
from sklearn.cluster import k_means

cells, samples = int(sys.argv[1]), int(sys.argv[2])
points = np.random.default_rng(1).random((samples, 2))
start = time.process_time()
_, _, _, iterations = k_means(points, cells, init="random", n_init=1, algorithm="lloyd", random_state=1, return_n_iter=True)
print(json.dumps({"seconds": time.process_time() - start, "iterations": int(iterations)}))
