//! The tables, one description for both engines. Times are seconds since 1970, UTC. The file is long because diesel
//! needs every table and join in one list.
#![expect(missing_docs, reason = "the names of the tables say it")]

diesel::table! {
    settings (key) {
        key -> Text,
        value -> Text,
    }
}

diesel::table! {
    works (id) {
        id -> BigInt,
        mod_id -> SmallInt,
        number -> Text,
        title -> Text,
        pub_time -> BigInt,
        pic_small -> Text,
        pic_big -> Text,
        image_small -> Text,
        image_big -> Text,
        mp4 -> Text,
        m3u8 -> Text,
        duration -> Integer,
        average -> Double,
        evaluates -> Integer,
        is_online -> SmallInt,
        is_dht -> Bool,
        hidden -> Bool,
        withheld -> SmallInt,
        collects -> BigInt,
        likes -> BigInt,
        views -> BigInt,
        fingerprint -> BigInt,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
        curated -> BigInt,
        pub_precision -> Text,
        publish_at -> Nullable<BigInt>,
        // An instance of an older version reads the column by its old name.
        #[sql_name = "leads_to"]
        merged_into -> Nullable<BigInt>,
    }
}

diesel::table! {
    work_merges (from_id) {
        from_id -> BigInt,
        into_id -> BigInt,
        moved -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    terms (id) {
        id -> BigInt,
        kind -> SmallInt,
        mod_id -> SmallInt,
        name -> Text,
        name_cn -> Text,
        aliases -> Text,
        group_name -> Text,
        count -> Integer,
        uncensored_count -> Integer,
        // An instance of an older version reads the column by its old name.
        #[sql_name = "leads_to"]
        merged_into -> Nullable<BigInt>,
        version -> BigInt,
        initial -> Nullable<Text>,
        readings -> Nullable<Text>,
        read_by -> SmallInt,
    }
}

diesel::table! {
    term_merges (from_id) {
        from_id -> BigInt,
        into_id -> BigInt,
        moved_to -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    work_terms (work_id, term_id) {
        work_id -> BigInt,
        term_id -> BigInt,
        position -> SmallInt,
    }
}

diesel::table! {
    magnets (id) {
        id -> BigInt,
        work_id -> BigInt,
        name -> Text,
        info_hash -> Text,
        length -> BigInt,
        create_time -> BigInt,
    }
}

diesel::table! {
    work_changes (seq) {
        seq -> BigInt,
        tx -> BigInt,
        work_id -> Nullable<BigInt>,
        term_id -> Nullable<BigInt>,
        at -> BigInt,
        counters_only -> Bool,
    }
}

diesel::table! {
    users (id) {
        id -> BigInt,
        name -> Text,
        name_key -> Text,
        email -> Text,
        password_hash -> Text,
        level_id -> SmallInt,
        vip_until -> BigInt,
        role -> Text,
        permissions -> Text,
        disabled -> Bool,
        created_at -> BigInt,
        updated_at -> BigInt,
        must_change_password -> Bool,
        version -> BigInt,
        leaving -> Bool,
    }
}

diesel::table! {
    trusted_origins (user_id, origin) {
        user_id -> BigInt,
        origin -> Text,
        seen_at -> BigInt,
    }
}

diesel::table! {
    recovery_codes (user_id, kind) {
        user_id -> BigInt,
        kind -> Text,
        code_hash -> Text,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    sessions (id) {
        id -> BigInt,
        user_id -> BigInt,
        counter -> BigInt,
        network -> Text,
        agent -> Text,
        created_at -> BigInt,
        rotated_at -> BigInt,
        idle_until -> BigInt,
        ends_at -> BigInt,
        revoked_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    login_failures (name_key, network) {
        name_key -> Text,
        network -> Text,
        failures -> Integer,
        last_at -> BigInt,
    }
}

diesel::table! {
    collections (id) {
        id -> BigInt,
        user_id -> BigInt,
        name -> Text,
        description -> Text,
        is_private -> Bool,
        is_default -> Bool,
        works -> Integer,
        created_at -> BigInt,
        updated_at -> BigInt,
    }
}

diesel::table! {
    collection_items (collection_id, work_id) {
        collection_id -> BigInt,
        work_id -> BigInt,
        user_id -> BigInt,
        place -> SmallInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    follows (user_id, term_id) {
        user_id -> BigInt,
        term_id -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    hidden_terms (user_id, term_id) {
        user_id -> BigInt,
        term_id -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    saved_filters (user_id, name) {
        user_id -> BigInt,
        name -> Text,
        query -> Text,
        place -> Integer,
    }
}

diesel::table! {
    program_keys (id) {
        id -> BigInt,
        user_id -> BigInt,
        name -> Text,
        key_hash -> Text,
        created_at -> BigInt,
        used_at -> Nullable<BigInt>,
        scopes -> Text,
        expires_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    likes (user_id, work_id) {
        user_id -> BigInt,
        work_id -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    vip_plans (id) {
        id -> BigInt,
        app -> Text,
        name -> Text,
        remark -> Text,
        price_fen -> BigInt,
        price_before_fen -> BigInt,
        days -> Integer,
        kind -> Text,
        level_id -> SmallInt,
        position -> SmallInt,
        on_sale -> Bool,
        version -> BigInt,
    }
}

diesel::table! {
    vip_grants (id) {
        id -> BigInt,
        user_id -> Nullable<BigInt>,
        source -> Text,
        reference -> Text,
        level_id -> SmallInt,
        days -> Integer,
        starts_at -> BigInt,
        ends_at -> BigInt,
        created_at -> BigInt,
        mode -> Text,
    }
}

diesel::table! {
    activation_codes (id) {
        id -> BigInt,
        code_hash -> Text,
        last4 -> Text,
        batch -> Text,
        order_no -> Nullable<Text>,
        plan_id -> Nullable<BigInt>,
        level_id -> SmallInt,
        days -> Integer,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
        revoked_at -> Nullable<BigInt>,
        used_at -> Nullable<BigInt>,
        used_by -> Nullable<BigInt>,
        used_network -> Text,
        mode -> Text,
    }
}

diesel::table! {
    activation_attempts (id) {
        id -> BigInt,
        user_id -> Nullable<BigInt>,
        network -> Text,
        last4 -> Text,
        result -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    grant_requests (id) {
        id -> BigInt,
        order_no -> Text,
        operator_id -> BigInt,
        operator -> Text,
        fen -> BigInt,
        channel -> Text,
        trade_no -> Text,
        reason -> Text,
        seen -> Nullable<BigInt>,
        created_at -> BigInt,
        expires_at -> BigInt,
    }
}

diesel::table! {
    orders (number) {
        number -> Text,
        user_id -> Nullable<BigInt>,
        plan_id -> BigInt,
        plan_name -> Text,
        kind -> Text,
        level_id -> SmallInt,
        days -> Integer,
        fen -> BigInt,
        channel -> Text,
        status -> SmallInt,
        trade_no -> Nullable<Text>,
        paid_at -> Nullable<BigInt>,
        page -> Text,
        scan -> Text,
        check_at -> Nullable<BigInt>,
        created_at -> BigInt,
        updated_at -> BigInt,
        mode -> Text,
        voided_at -> Nullable<BigInt>,
        device -> Text,
        payer -> Text,
        address -> Text,
        address_at -> BigInt,
        received_fen -> Nullable<BigInt>,
        received_channel -> Nullable<Text>,
        refunded_fen -> BigInt,
    }
}

diesel::table! {
    payments (channel, trade_no) {
        channel -> Text,
        trade_no -> Text,
        order_no -> Text,
        fen -> BigInt,
        outcome -> Text,
        raw -> Text,
        created_at -> BigInt,
        mode -> Text,
        refunded_fen -> BigInt,
    }
}

diesel::table! {
    sandbox_trades (token) {
        token -> Text,
        channel -> Text,
        order_no -> Text,
        subject -> Text,
        fen -> BigInt,
        paid_fen -> BigInt,
        state -> SmallInt,
        trade_no -> Text,
        notify_url -> Text,
        back_url -> Text,
        expires_at -> BigInt,
        paid_at -> Nullable<BigInt>,
        notify_at -> Nullable<BigInt>,
        notify_left -> SmallInt,
        answered -> Text,
        created_at -> BigInt,
        request -> Text,
        refunded_fen -> BigInt,
    }
}

diesel::table! {
    sandbox_refunds (channel, number) {
        channel -> Text,
        number -> Text,
        order_no -> Text,
        fen -> BigInt,
        created_at -> BigInt,
    }
}

diesel::table! {
    order_refunds (number) {
        number -> Text,
        order_no -> Text,
        channel -> Text,
        trade_no -> Text,
        fen -> BigInt,
        total_fen -> BigInt,
        state -> Text,
        cause -> Text,
        end_vip -> Bool,
        operator -> Text,
        reason -> Text,
        check_at -> Nullable<BigInt>,
        created_at -> BigInt,
        updated_at -> BigInt,
    }
}

diesel::table! {
    copy_log (day, subject, info_hash) {
        day -> Integer,
        subject -> Text,
        info_hash -> Text,
    }
}

diesel::table! {
    copy_quota (day, subject) {
        day -> Integer,
        subject -> Text,
        copies -> Integer,
    }
}

diesel::table! {
    download_requests (id) {
        id -> BigInt,
        user_id -> BigInt,
        work_id -> BigInt,
        info_hash -> Text,
        status -> Text,
        created_at -> BigInt,
        note -> Text,
        decided_at -> Nullable<BigInt>,
        unread -> Nullable<Bool>,
    }
}

diesel::table! {
    code_batches (id) {
        id -> BigInt,
        name -> Text,
        plan_id -> Nullable<BigInt>,
        plan_name -> Text,
        level_id -> SmallInt,
        days -> Integer,
        created_at -> BigInt,
        expires_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    messages (id) {
        id -> BigInt,
        user_id -> BigInt,
        question -> Text,
        status -> SmallInt,
        unread -> Bool,
        entries -> Integer,
        status_since -> BigInt,
        created_at -> BigInt,
        updated_at -> BigInt,
        version -> BigInt,
        assignee_id -> Nullable<BigInt>,
        tags -> Text,
        notes -> Integer,
    }
}

diesel::table! {
    message_notes (id) {
        id -> BigInt,
        message_id -> BigInt,
        author -> Text,
        text -> Text,
        created_at -> BigInt,
    }
}

diesel::table! {
    message_entries (id) {
        id -> BigInt,
        message_id -> BigInt,
        kind -> SmallInt,
        text -> Text,
        operator_id -> Nullable<BigInt>,
        created_at -> BigInt,
    }
}

diesel::table! {
    audit_log (id) {
        id -> BigInt,
        actor_id -> Nullable<BigInt>,
        actor -> Text,
        action -> Text,
        target_kind -> Text,
        target_id -> Text,
        before -> Text,
        after -> Text,
        reason -> Text,
        created_at -> BigInt,
        run -> Nullable<Text>,
        program -> Nullable<Text>,
    }
}

diesel::table! {
    reports (id) {
        id -> BigInt,
        work_id -> BigInt,
        user_id -> Nullable<BigInt>,
        reporter -> Text,
        reason -> Text,
        grave -> Bool,
        detail -> Text,
        contact -> Text,
        decision -> Nullable<Text>,
        note -> Text,
        decided_at -> Nullable<BigInt>,
        created_at -> BigInt,
        queued -> Text,
        playback -> Bool,
        times -> Integer,
    }
}

diesel::table! {
    report_hours (hour) {
        hour -> BigInt,
        hidden -> Integer,
    }
}

diesel::table! {
    imports (id) {
        id -> BigInt,
        name -> Text,
        size -> BigInt,
        received -> BigInt,
        sha256 -> Text,
        dry_run -> Bool,
        state -> Text,
        problem -> Text,
        cancelling -> Bool,
        kept -> Bool,
        node -> SmallInt,
        beat_at -> BigInt,
        read_bytes -> BigInt,
        lines -> BigInt,
        added -> BigInt,
        updated -> BigInt,
        unchanged -> BigInt,
        refused -> BigInt,
        refused_bytes -> BigInt,
        rate -> BigInt,
        operator -> Text,
        created_at -> BigInt,
        started_at -> Nullable<BigInt>,
        finished_at -> Nullable<BigInt>,
        kept_works -> BigInt,
        kept_fields -> BigInt,
        overrides -> Bool,
        warnings -> BigInt,
        undo -> Text,
        options -> Text,
        changes -> Text,
    }
}

diesel::table! {
    film_jobs (id) {
        id -> BigInt,
        work_id -> Nullable<BigInt>,
        number -> Text,
        channel -> Nullable<SmallInt>,
        path -> Text,
        subtitles -> Text,
        replaces -> Bool,
        state -> Text,
        problem -> Text,
        cancelling -> Bool,
        progress -> SmallInt,
        run -> BigInt,
        beat_at -> BigInt,
        online_before -> Nullable<SmallInt>,
        was_curated -> Bool,
        operator -> Text,
        created_at -> BigInt,
        started_at -> Nullable<BigInt>,
        finished_at -> Nullable<BigInt>,
    }
}

diesel::table! {
    import_changes (import_id, work_id) {
        import_id -> BigInt,
        work_id -> BigInt,
        version -> BigInt,
        former -> Nullable<Text>,
        outcome -> Nullable<Text>,
    }
}

diesel::table! {
    import_terms (import_id, term_id) {
        import_id -> BigInt,
        term_id -> BigInt,
        deleted -> Nullable<Bool>,
    }
}

diesel::table! {
    daily_counters (day, name) {
        day -> Integer,
        name -> Text,
        value -> BigInt,
    }
}

diesel::table! {
    total_counters (name) {
        name -> Text,
        value -> BigInt,
    }
}

diesel::table! {
    searched_words (day, word) {
        day -> Integer,
        word -> Text,
        searches -> BigInt,
        visitors -> BigInt,
        found -> Bool,
    }
}

diesel::table! {
    daily_work_views (day, work_id) {
        day -> Integer,
        work_id -> BigInt,
        views -> BigInt,
    }
}

diesel::table! {
    notices (id) {
        id -> BigInt,
        channel -> Text,
        kind -> Text,
        subject -> Text,
        body -> Text,
        created_at -> BigInt,
        attempts -> Integer,
        next_at -> BigInt,
        sent_at -> Nullable<BigInt>,
        address -> Text,
    }
}

diesel::table! {
    last_import (id) {
        id -> SmallInt,
        finished_at -> BigInt,
        added -> BigInt,
        updated -> BigInt,
        unchanged -> BigInt,
        refused -> BigInt,
    }
}

diesel::joinable!(work_terms -> works (work_id));
diesel::joinable!(work_terms -> terms (term_id));
diesel::joinable!(term_merges -> terms (from_id));
diesel::joinable!(magnets -> works (work_id));
diesel::joinable!(recovery_codes -> users (user_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(trusted_origins -> users (user_id));
diesel::joinable!(collection_items -> works (work_id));
diesel::joinable!(download_requests -> works (work_id));
diesel::joinable!(follows -> terms (term_id));
diesel::joinable!(hidden_terms -> terms (term_id));
diesel::joinable!(likes -> works (work_id));
diesel::joinable!(program_keys -> users (user_id));
diesel::joinable!(reports -> works (work_id));
diesel::joinable!(messages -> users (user_id));
diesel::joinable!(message_entries -> messages (message_id));
diesel::joinable!(message_notes -> messages (message_id));
diesel::joinable!(orders -> users (user_id));
diesel::joinable!(vip_grants -> users (user_id));
diesel::joinable!(activation_codes -> users (used_by));
diesel::joinable!(download_requests -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(
    activation_codes,
    collection_items,
    download_requests,
    trusted_origins,
    follows,
    grant_requests,
    hidden_terms,
    likes,
    magnets,
    message_entries,
    message_notes,
    messages,
    orders,
    payments,
    program_keys,
    reports,
    recovery_codes,
    sessions,
    term_merges,
    terms,
    users,
    vip_grants,
    work_terms,
    works,
);
