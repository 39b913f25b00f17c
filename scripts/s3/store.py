"""An S3 store for tests: moto's server with a bucket, and a key that every request needs."""

import datetime
import ipaddress
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading

import boto3
import moto.settings
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from moto.moto_server.werkzeug_app import (
    DomainDispatcherApplication,
    MotoRequestHandler,
    create_backend_app,
)
from werkzeug.serving import make_server

BUCKET = "yingku-tests"
REGION = "us-east-1"


def serve(application, certificate=None):
    """Serves on a free port, and returns it."""
    server = make_server(
        "127.0.0.1",
        0,
        application,
        threaded=True,
        request_handler=MotoRequestHandler,
        ssl_context=certificate,
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.port


def certificate(folder):
    """A self-signed certificate for this machine, and its key, as files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "store of the tests")])
    now = datetime.datetime.now(datetime.timezone.utc)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=7))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    files = os.path.join(folder, "store.pem"), os.path.join(folder, "store.key")
    with open(files[0], "wb") as out:
        out.write(made.public_bytes(serialization.Encoding.PEM))
    with open(files[1], "wb") as out:
        out.write(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
    return files


def prepare(url):
    """Creates the bucket and a user's key; from then on the store verifies every signature."""
    options = dict(
        endpoint_url=url, region_name=REGION, aws_access_key_id="first", aws_secret_access_key="first"
    )
    boto3.client("s3", **options).create_bucket(Bucket=BUCKET)
    iam = boto3.client("iam", **options)
    iam.create_user(UserName="site")
    everything = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
    policy = json.dumps({"Version": "2012-10-17", "Statement": [everything]})
    iam.put_user_policy(UserName="site", PolicyName="all", PolicyDocument=policy)
    key = iam.create_access_key(UserName="site")["AccessKey"]
    moto.settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
    return key


def main(command):
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    application = DomainDispatcherApplication(create_backend_app)
    with tempfile.TemporaryDirectory() as folder:
        files = certificate(folder)
        url = f"http://127.0.0.1:{serve(application)}"
        tls_url = f"https://127.0.0.1:{serve(application, files)}"
        key = prepare(url)
        told = {
            "TEST_S3_URL": url,
            "TEST_S3_TLS_URL": tls_url,
            "TEST_S3_CA_FILE": files[0],
            "TEST_S3_BUCKET": BUCKET,
            "TEST_S3_KEY_ID": key["AccessKeyId"],
            "TEST_S3_SECRET": key["SecretAccessKey"],
        }
        return subprocess.call(command, env={**os.environ, **told})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
