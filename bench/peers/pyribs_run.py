"""Peer: one run of pyribs 0.8.3, on one CPU thread. Prints {"seconds", "evaluations", "qdScore", "coverage"} as JSON.

    pip install ribs==0.8.3
    OPENBLAS_NUM_THREADS=1 taskset -c 1 python3 pyribs_run.py ALGORITHM GENES ITERATIONS [SEED]

ALGORITHM: cma_me, cma_me_rd, cma_mae, cma_mega on the sphere of pyribs' example (15 emitters, 540 evaluations an iteration, 100 x 100 cells), or
iso_line on the planar arm (1950 centroids of a ring, batches of 100). Seconds are processor time, from the second iteration on, so that what
Numba compiles is not counted.
"""
import json, sys, time
import numpy as np
from ribs.archives import CVTArchive, GridArchive
from ribs.emitters import EvolutionStrategyEmitter, GradientArborescenceEmitter, IsoLineEmitter
from ribs.schedulers import Scheduler

ALGORITHM, GENES, ITERATIONS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 0
LIMIT, SHIFT = 5.12, 2.048


def halves(rows):
    middle = rows.shape[1] // 2
    return rows[:, :middle], rows[:, middle:]


def sphere(genomes):
    worst = GENES * (LIMIT + SHIFT) ** 2
    fitness = 100 * (1 - np.square(genomes - SHIFT).sum(1) / worst)
    outside = np.abs(genomes) > LIMIT
    bounded = np.where(outside, LIMIT / np.where(outside, genomes, 1), genomes)
    return fitness, np.stack([half.sum(1) for half in halves(bounded)], 1)


def sphere_gradients(genomes):
    """As pyribs' example has them: of the fitness without its scale, and of both descriptors."""
    outside = np.abs(genomes) > LIMIT
    slope = np.where(outside, -LIMIT / np.square(np.where(outside, genomes, 1)), 1)
    first, second = halves(slope)
    zeros = np.zeros_like(first), np.zeros_like(second)
    return np.stack(
        [-2 * (genomes - SHIFT), np.hstack([first, zeros[1]]), np.hstack([zeros[0], second])],
        1,
    )


def arm(genomes):
    angles = genomes * (np.pi / 2)
    heading = np.cumsum(angles, axis=1)
    end = np.stack([np.cos(heading).mean(1), np.sin(heading).mean(1)], 1)
    return -np.var(angles, axis=1), end / 2 + 0.5


def ring_centroids(rings=25):
    points = []
    for ring in range(1, rings + 1):
        angle = 2 * np.pi * np.arange(6 * ring) / (6 * ring)
        points.append(0.5 + (ring + 1) / (2 * (rings + 1)) * np.stack([np.cos(angle), np.sin(angle)], 1))
    return np.concatenate(points)


def grid(**options):
    half = GENES / 2 * LIMIT
    return GridArchive(solution_dim=GENES, dims=(100, 100), ranges=[(-half, half)] * 2, **options)


def strategies(archive, **options):
    return [
        EvolutionStrategyEmitter(archive, x0=np.zeros(GENES), sigma0=0.5, batch_size=36, seed=100 * SEED + i, **options)
        for i in range(15)
    ]


def search():
    if ALGORITHM == "cma_me":
        archive = grid()
        emitters = strategies(archive, ranker="2imp", selection_rule="filter", restart_rule="no_improvement")
        return Scheduler(archive, emitters), archive
    if ALGORITHM == "cma_me_rd":
        archive = grid()
        emitters = strategies(archive, ranker="2rd", selection_rule="filter", restart_rule="no_improvement")
        return Scheduler(archive, emitters), archive
    if ALGORITHM == "cma_mae":
        archive, best = grid(threshold_min=0, learning_rate=0.01), grid()
        emitters = strategies(archive, ranker="imp", selection_rule="mu", restart_rule="basic", es="sep_cma_es")
        return Scheduler(archive, emitters, result_archive=best), best
    if ALGORITHM == "cma_mega":
        archive = grid()
        options = dict(sigma0=10.0, lr=1.0, grad_opt="gradient_ascent", selection_rule="mu", batch_size=35)
        emitters = [
            GradientArborescenceEmitter(archive, x0=np.zeros(GENES), seed=seed, **options) for seed in range(15)
        ]
        return Scheduler(archive, emitters), archive
    archive = CVTArchive(solution_dim=GENES, cells=1950, ranges=[(0, 1)] * 2, custom_centroids=ring_centroids())
    first = np.clip(np.random.default_rng(0).standard_normal((100, GENES)), -1, 1)
    options = dict(iso_sigma=0.006, line_sigma=0.2, bounds=[(-1, 1)] * GENES, batch_size=100, seed=1)
    return Scheduler(archive, [IsoLineEmitter(archive, initial_solutions=first, **options)]), archive


def main():
    scheduler, archive = search()
    evaluate = arm if ALGORITHM == "iso_line" else sphere
    evaluations = 0
    for iteration in range(ITERATIONS + 1):
        if iteration == 1:
            start, evaluations = time.process_time(), 0
        if ALGORITHM == "cma_mega":
            genomes = scheduler.ask_dqd()
            scheduler.tell_dqd(*evaluate(genomes), sphere_gradients(genomes))
            evaluations += len(genomes)
        genomes = scheduler.ask()
        scheduler.tell(*evaluate(genomes))
        evaluations += len(genomes)
    seconds = time.process_time() - start
    stats = archive.stats
    print(json.dumps(dict(seconds=seconds, evaluations=evaluations, qdScore=float(stats.qd_score), coverage=float(stats.coverage))))


main()
