"""The product's addresses and the bare pipeline's."""

from __future__ import annotations

from django.urls import include, path

from ownyou.urls import urlpatterns as product

urlpatterns = [path("bare/", include("bench.pipeline.urls")), *product]
